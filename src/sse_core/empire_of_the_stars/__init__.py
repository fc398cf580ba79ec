"""Empire of the Stars: roles on a wheel, a market, ships in regions, battles with sealed dials, for 2 to 4 players."""
