import type { WebhookRow } from "../../../db/tables/webhooks";
import type { RandomBytes } from "../../../lib/random";

/** Hexadecimal digits of an event's number in the id, and of its webhook's mark. */
const SEQUENCE_DIGITS = 9;
const MARK_BYTES = 5;
const MARK_DIGITS = 9;
const PATTERN = /^whs_([0-9a-f]{9})([0-9a-f]{9})$/;

/** A webhook's mark. */
export const newMark = (random: RandomBytes): string =>
  Buffer.from(random(MARK_BYTES)).toString("hex").slice(0, MARK_DIGITS);

/**
 * The id of a delivery, which follows from its webhook and its event: however often it is made or
 * sent, receivers know it again.
 */
export const deliveryId = ({ mark }: Pick<WebhookRow, "mark">, sequence: number): string =>
  `whs_${sequence.toString(16).padStart(SEQUENCE_DIGITS, "0")}${mark}`;

/** The number of the event that a delivery of the webhook tells; null for any other text. */
export function sequenceIn({ mark }: Pick<WebhookRow, "mark">, id: string): number | null {
  const [, sequence, end] = PATTERN.exec(id) ?? [];
  return sequence !== undefined && end === mark ? Number.parseInt(sequence, 16) : null;
}
