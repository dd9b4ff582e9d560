import { describe, expect, it } from "vitest";
import { isPrivateHost } from "../../src/lib/private-host";

/** As a caller writes it, and as a URL parser hands it on. */
const isPrivate = (host: string): boolean => isPrivateHost(new URL(`http://${host}/`).hostname);

describe("a host that is not for the public", () => {
  it.each([
    ["loopback", "127.0.0.1"],
    ["another of loopback", "127.8.9.1"],
    ["loopback in decimal", "2130706433"],
    ["loopback in hexadecimal", "0x7f000001"],
    ["loopback in octal", "0177.0.0.1"],
    ["loopback with parts left out", "127.1"],
    ["loopback percent-encoded", "%31%32%37.0.0.1"],
    ["loopback in other digits", "１２７.0.0.1"],
    ["this host", "0.0.0.0"],
    ["this host in short", "0"],
    ["10/8", "10.1.2.3"],
    ["172.16/12, the first", "172.16.0.0"],
    ["172.16/12, the last", "172.31.255.255"],
    ["192.168/16", "192.168.1.1"],
    ["link-local, where clouds keep metadata", "169.254.169.254"],
    ["a carrier's own", "100.64.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["documentation", "203.0.113.9"],
    ["multicast", "224.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["v6 loopback", "[::1]"],
    ["v6 unspecified", "[::]"],
    ["v6 unique local", "[fd12:3456::1]"],
    ["v6 link-local", "[fe80::1]"],
    ["v6 multicast", "[ff02::1]"],
    ["v6 documentation", "[2001:db8::1]"],
    ["Teredo", "[2001:0:53aa:64c::1]"],
    ["v4 mapped", "[::ffff:127.0.0.1]"],
    ["v4 mapped in hexadecimal", "[::ffff:a00:1]"],
    ["v4 compatible", "[::7f00:1]"],
    ["v4 translated", "[::ffff:0:7f00:1]"],
    ["v4 behind NAT64", "[64:ff9b::a9fe:a9fe]"],
    ["v4 behind 6to4", "[2002:a00:1::1]"],
    ["v4 behind a NAT64 of the network's own", "[64:ff9b:1::808:808]"],
    ["v4 as the name of an interface", "[::5efe:127.0.0.1]"],
    ["v4 as the name of an interface of the world", "[2606:4700::5efe:127.0.0.1]"],
    ["v4 as the universal name of an interface", "[2606:4700::200:5efe:10.0.0.1]"],
    ["public v4 as the name of a link-local interface", "[fe80::5efe:93.184.215.14]"],
    ["v4 with two dots behind it", "127.0.0.1.."],
    ["localhost", "localhost"],
    ["localhost with two dots", "localhost.."],
    ["a name inside a network, with three dots", "a.internal..."],
    ["a service of a cluster", "api.default.svc"],
    ["the same in full", "api.default.svc.cluster.local"],
    ["a catalogue of services", "db.service.consul"],
    ["a router at home", "fritz.box"],
    ["a public name of 127.0.0.1", "traefik.me"],
    ["another", "hooks.localhost.direct"],
    ["localhost in capitals, with a dot", "LocalHost."],
    ["below localhost", "hooks.localhost"],
    ["a name without a dot", "intranet"],
    ["mDNS", "printer.local"],
    ["a cloud's metadata by name", "metadata.google.internal"],
    ["a name that embeds an address", "10.0.0.1.nip.io"],
  ])("is %s: %s", (_, host) => {
    expect(isPrivate(host)).toBe(true);
  });

  it.each([
    ["a name", "hooks.example.com"],
    ["a name that begins like a private one", "localhost.example.com"],
    ["a name with a dot behind it", "hooks.example.com."],
    ["v4", "93.184.215.14"],
    ["public v4 as the name of an interface of the world", "[2606:4700::5efe:93.184.215.14]"],
    ["v4 behind NAT64", "[64:ff9b::5db8:d70e]"],
    ["the address before 172.16/12", "172.15.255.255"],
    ["the address behind it", "172.32.0.0"],
    ["v6", "[2606:4700:4700::1111]"],
    ["v4 mapped", "[::ffff:93.184.215.14]"],
    ["v4 behind 6to4", "[2002:5db8:d70e::1]"],
  ])("is not %s: %s", (_, host) => {
    expect(isPrivate(host)).toBe(false);
  });
});
