import type { WebhookRow } from "../../../db/tables/webhooks";

/** Hexadecimal digits of an event's number in the id. */
const SEQUENCE_DIGITS = 9;

/**
 * The id of a delivery, which follows from its webhook and its event: however often it is made or
 * sent, receivers know it again.
 */
export const deliveryId = ({ mark }: Pick<WebhookRow, "mark">, sequence: number): string =>
  `whs_${sequence.toString(16).padStart(SEQUENCE_DIGITS, "0")}${mark}`;
