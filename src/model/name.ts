import * as z from "zod";
import { PATH_NAMES } from "../lib/path-names";
import { PLAIN_TEXT } from "./plain-text";

/** What a campaign or a promotion is called: one line of text. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(...PLAIN_TEXT);

/** The same of what paths name so. */
export const PathName = Name.refine(...PATH_NAMES);
