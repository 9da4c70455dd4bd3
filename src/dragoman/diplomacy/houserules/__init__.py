"""The house rules of one game as a sheet of typed choices: data only, knowing nothing of orders."""
