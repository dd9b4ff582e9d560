import { language } from "../../shared/language";
import { written } from "../../shared/minor";

/** Minor units as a field shows them in the page's language: 1250 of EUR is "12.50", "12,50". */
export function fieldAmount(minor: number, currency: string): string {
  const text = written(minor, currency);
  return language.get() === "de" ? text.replace(".", ",") : text;
}
