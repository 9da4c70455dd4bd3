"""What becomes of orders: movement, retreats and adjustments, each with its outcome and the cause."""
