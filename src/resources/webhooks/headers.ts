import * as z from "zod";
import type { RandomBytes } from "../../lib/random";
import { type Binding, seal, unseal } from "../../lib/seal";

/** Headers that a delivery has of its own, and those that belong to the connection. */
const RESERVED = new Set([
  ...["accept-encoding", "connection", "content-encoding", "content-length", "content-type"],
  ...["expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te"],
  ...["trailer", "transfer-encoding", "upgrade", "user-agent", "x-voucherify-signature"],
]);

const isReserved = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) || /^(webhook-|cf-|sec-)/i.test(name);

const HeaderName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "the name of a header")
  .refine((name) => !isReserved(name), "must NOT be a header that deliveries have of their own");

const HeaderValue = z
  .string()
  .max(2_000)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "printable ASCII");

/** At most twenty, each once whatever the case of its name. */
export const CustomHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= 20, "must NOT have more than 20 headers")
  .refine((headers) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return new Set(names).size === names.length;
  }, "must NOT have the same header twice");
export type CustomHeaders = z.infer<typeof CustomHeaders>;

/** Whose headers they are. */
interface Owner {
  project_id: string;
  id: string;
}

const bindingOf = (secret: string, { project_id, id }: Owner): Binding => ({
  secret,
  purpose: "webhook-headers",
  owner: `${project_id} ${id}`,
});

/** The headers as a webhook's row keeps them; null where there are none. */
export const sealHeaders = (
  secret: string,
  owner: Owner,
  headers: CustomHeaders,
  random: RandomBytes,
): string | null =>
  Object.keys(headers).length === 0
    ? null
    : seal(JSON.stringify(headers), bindingOf(secret, owner), random);

/** The headers of a webhook to send. */
export const openHeaders = (
  secret: string,
  owner: Owner & { custom_headers: string | null },
): CustomHeaders =>
  owner.custom_headers === null
    ? {}
    : z
        .record(z.string(), z.string())
        .parse(JSON.parse(unseal(owner.custom_headers, bindingOf(secret, owner))));
