import Reader
