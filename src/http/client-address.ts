const V4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i;

/**
 * The block an address belongs to, as the key of its budget of failures: /24 of IPv4, /56 of IPv6
 * (docs/behaviour.md). Text that is no address is a block of its own.
 */
export function addressBlock(address: string): string {
  const plain = V4.exec(address)?.[1];
  if (plain) return `${plain}.0/24`;
  if (!address.includes(":")) return address.slice(0, 50);
  const groups = expand(address.slice(0, 50).toLowerCase());
  if (groups.slice(0, 6).join() === "0000,0000,0000,0000,0000,ffff") return mappedBlock(groups);
  return `${groups.slice(0, 3).join(":")}:${(groups[3] ?? "0000").slice(0, 2)}00::/56`;
}

/**
 * Who is behind an address, as the key of a rate: one IPv4 address, but a whole /56 of IPv6, which
 * is what one subscriber has.
 */
export const subscriberOf = (address: string): string =>
  address.includes(":") ? addressBlock(address) : address;

/** The /24 of an IPv4 address that is written as the last two groups of an IPv6 one. */
function mappedBlock([, , , , , , high = "", low = ""]: string[]): string {
  const bytes = [high.slice(0, 2), high.slice(2), low.slice(0, 2)];
  return `${bytes.map((byte) => Number.parseInt(byte, 16)).join(".")}.0/24`;
}

/** The eight groups of an IPv6 address with all their digits, `::` filled with zeros. */
function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const zeros = Array.from({ length: missing }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, "0"));
}
