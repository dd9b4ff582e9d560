import * as z from "zod";
import { PLAIN_TEXT } from "./plain-text";

/** What a campaign or a promotion is called: one line of text. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(...PLAIN_TEXT);
