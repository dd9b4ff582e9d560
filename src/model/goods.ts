import * as z from "zod";
import { PLAIN_TEXT } from "./plain-text";

/** A name from outside goes into paths and logs; an empty one names nothing. */
export const GoodsIdentity = z
  .string()
  .max(255)
  .regex(...PLAIN_TEXT)
  .nullish();
