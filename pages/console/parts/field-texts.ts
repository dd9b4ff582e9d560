import { language } from "../../shared/language";
import { written } from "../../shared/minor";

/** A decimal with the sign of the page's language: "12.50", "12,50". */
const spelled = (text: string): string => (language.get() === "de" ? text.replace(".", ",") : text);

/** Minor units as a field shows them: 1250 of EUR is "12.50". */
export const fieldAmount = (minor: number, currency: string): string =>
  spelled(written(minor, currency));

/** A number as a field shows it, with the digits that it has. */
export const fieldNumber = (number: number): string => spelled(String(number));
