"""Code that players adopt runs here and nowhere else: in a process of its own, under limits, able to answer and to do
nothing besides.

`worker` is the program of that process; it stands by itself and imports nothing of Dragoman. `process` starts it, asks
it, and ends it when it does not answer. Whatever the code does, the answer is a value: what it returned, or how it
failed.
"""
