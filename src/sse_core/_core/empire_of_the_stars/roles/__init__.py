"""Headers for the roles of Empire of the Stars, one each, and one for the battles that the Warlord fights."""
