/**
 * The block an address belongs to, as the key of its budget of failed look-ups: /24 of IPv4, /56 of
 * IPv6 (decisions, section 3). Text that is no address is a block of its own.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return `${mapped.split(".").slice(0, 3).join(".")}.0/24`;
  if (!address.includes(":")) return address.slice(0, 50);
  const groups = expand(address);
  const last = (groups[3] ?? "0").padStart(4, "0").slice(0, 2);
  return `${groups
    .slice(0, 3)
    .map((group) => group.padStart(4, "0"))
    .join(":")}:${last}00::/56`.toLowerCase();
}

/** The eight groups of an IPv6 address, `::` filled with zeros. */
function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left;
  const right = tail === "" ? [] : tail.split(":");
  const missing = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => "0"), ...right];
}
