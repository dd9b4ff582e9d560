import * as z from "zod";
import { PATH_NAMES } from "../lib/path-names";
import { PLAIN_TEXT } from "./plain-text";

/** What the shop calls something of its own by. It goes into paths and logs. */
export const SourceId = z
  .string()
  .max(255)
  .regex(...PLAIN_TEXT)
  .refine(...PATH_NAMES);

/** A name from outside, where one may be sent; an empty one names nothing. */
export const Identity = SourceId.nullish();
