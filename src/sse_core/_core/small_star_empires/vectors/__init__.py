"""Headers for many sets or games of Small Star Empires at a time: floods, places and scores side by side."""
