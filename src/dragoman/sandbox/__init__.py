"""The worker process that runs code adopted by players, under limits of time and memory; it answers an `Ask`."""
