/*
 * What may move a card's balance, as lists of transactions tell it. This file imports nothing, so
 * that the tables of the database may read it, too.
 */

export const TRANSACTION_TYPES = [
  "CREDITS_ADDITION",
  "CREDITS_REMOVAL",
  "CREDITS_REDEMPTION",
  "CREDITS_REFUND",
  "POINTS_ACCRUAL",
  "POINTS_ADDITION",
  "POINTS_REMOVAL",
  "POINTS_REDEMPTION",
  "POINTS_REFUND",
  "POINTS_EXPIRATION",
  "POINTS_TRANSFER_IN",
  "POINTS_TRANSFER_OUT",
  "PENDING_POINTS_ACTIVATION",
] as const;
