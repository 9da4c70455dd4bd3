"""What programs and archives write of phases, scanned by compiled code into boards and orders for the batch.

Words and orders are known by their bytes, and a word not met before is read, once, by those who read it everywhere
else. Only what is plain is scanned: whatever is not is refused, and left to `shorthand` and the long way.
"""
