import * as z from "zod";
import { CalendarDate } from "./instant";
import { Metadata } from "./metadata";

const text = (most: number) => z.string().max(most).nullish();

/** A name from outside goes into paths and logs; an empty one names nobody. */
const Identity = z
  .string()
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "text without control characters")
  .nullish();

/** Where somebody lives; each part can be set to null alone. */
export const Address = z.object({
  city: text(255),
  state: text(255),
  line_1: text(255),
  line_2: text(255),
  country: text(255),
  postal_code: text(255),
});
export type Address = z.infer<typeof Address>;

/** What may be changed of a customer: absent keeps, null clears (as the reference service). */
export const CustomerFields = z.object({
  name: text(255),
  description: text(5000),
  email: text(320),
  phone: text(100),
  birthday: CalendarDate.nullish(),
  birthdate: CalendarDate.nullish(),
  address: Address.nullish(),
  metadata: Metadata.nullish(),
});
export type CustomerFields = z.infer<typeof CustomerFields>;

/**
 * A customer as callers send one, also inside validations and redemptions (contract, "Customer").
 */
export const CustomerInput = CustomerFields.extend({ id: Identity, source_id: Identity });
export type CustomerInput = z.infer<typeof CustomerInput>;
