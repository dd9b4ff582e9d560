/*
 * Which hosts are not for the public: as a URL parser writes them, so that an IPv4 address in any
 * of its forms (decimal, hexadecimal, octal, with parts left out) comes as four numbers here.
 */

/** Blocks of addresses that are nobody's in public (IANA's registry for special purposes). */
const V4_BLOCKS: readonly (readonly [start: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const v4Of = (text: string): number =>
  text.split(".").reduce((value, part) => value * 256 + Number(part), 0);

const isPrivateV4 = (address: number): boolean =>
  V4_BLOCKS.some(([start, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(v4Of(start) / size);
  });

/** The eight groups of an IPv6 address as a URL writes it: hexadecimal, one `::` at most. */
function groupsOf(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const read = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail ?? "")];
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

const isZero = (groups: readonly number[]): boolean => groups.every((group) => group === 0);

/** The IPv4 address that an IPv6 one stands for, where it stands for one. */
function v4Within(groups: readonly number[]): number | null {
  const [first = 0, second = 0, third = 0] = groups;
  const [high = 0, low = 0] = groups.slice(6);
  const last = high * 65_536 + low;
  const isMapped = isZero(groups.slice(0, 5)) && (groups[5] === 0xffff || groups[5] === 0);
  if (isMapped || (isZero(groups.slice(0, 4)) && groups[4] === 0xffff)) return last;
  if (first === 0x64 && second === 0xff9b && isZero(groups.slice(2, 6))) return last;
  return first === 0x2002 ? second * 65_536 + third : null;
}

/** The IPv4 address that an IPv6 interface is named after (ISATAP), behind any prefix. */
function v4OfInterface(groups: readonly number[]): number | null {
  const [universal = 0, mark = 0, high = 0, low = 0] = groups.slice(4);
  const isIsatap = (universal === 0 || universal === 0x200) && mark === 0x5efe;
  return isIsatap ? high * 65_536 + low : null;
}

/** Global unicast is 2000::/3; of that, 2001::/23 and 2001:db8::/32 are for special purposes. */
function isPrivateV6(text: string): boolean {
  const groups = groupsOf(text);
  const [first = 0, second = 0] = groups;
  const within = v4Within(groups);
  if (within !== null) return isPrivateV4(within);
  const interfaced = v4OfInterface(groups);
  if (interfaced !== null && isPrivateV4(interfaced)) return true;
  if (first < 0x2000 || first > 0x3fff) return true;
  return (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || first === 0x3fff;
}

/** Names that are answered inside a network, and public ones that are known to lead there. */
const PRIVATE_NAMES = [
  ...["localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp"],
  ...["private", "home.arpa", "test", "invalid", "example", "onion", "alt"],
  ...["svc", "consul", "cluster.local", "fritz.box", "traefik.me", "localhost.direct"],
  ...["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com"],
];

const isPrivateName = (name: string): boolean =>
  !name.includes(".") || PRIVATE_NAMES.some((each) => `.${name}`.endsWith(`.${each}`));

/** Whether a URL's `hostname` is loopback, link-local, private or otherwise not for the public. */
export function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateV6(hostname.slice(1, -1));
  const name = hostname.replace(/\.+$/, "").toLowerCase();
  if (/^\d+(\.\d+){3}$/.test(name)) return isPrivateV4(v4Of(name));
  return isPrivateName(name);
}
