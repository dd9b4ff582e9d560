import * as z from "zod";

/** The runtime knows every IANA name, but says so only by throwing at the others. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** An IANA time zone; a fixed offset such as `+02:00` is none. */
export const TimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin");

const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

export const Currency = z.string().max(3).refine(isCurrency, "must be an ISO 4217 currency code");

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#@*\s]+$/i;

/** The origin as browsers write it (lower case, no default port), or null for any other text. */
function toOrigin(text: string): string | null {
  if (text === "*") return text;
  if (!ORIGIN.test(text) || !URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return host === "" ? null : `${protocol}//${host}`;
}

/** A trusted domain: scheme, host and port, or `*` for all. */
export const Origin = z
  .string()
  .max(255)
  .refine((text) => toOrigin(text) !== null, "must be an origin such as https://shop.example, or *")
  .transform((text) => toOrigin(text) ?? text);
