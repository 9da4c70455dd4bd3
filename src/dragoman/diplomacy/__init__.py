"""The whole game of Diplomacy: board, house rules, orders, adjudication, and the seven files every game has."""
