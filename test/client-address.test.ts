import { describe, expect, it } from "vitest";
import { addressBlock, subscriberOf } from "../src/http/client-address";

describe("addressBlock", () => {
  it.each([
    ["203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.0/24"],
    ["203.0.114.7", "203.0.114.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["::FFFF:203.0.113.7", "203.0.113.0/24"],
    ["::ffff:cb00:7107", "203.0.113.0/24"],
  ])("IPv4 by /24: %s is in %s", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0000::/56"],
    ["2001:db8:1:ff:3:4:5:6", "2001:0db8:0001:0000::/56"],
    ["2001:db8:1:100::1", "2001:0db8:0001:0100::/56"],
    ["2001:db8:1:1ff::1", "2001:0db8:0001:0100::/56"],
    ["2001:DB8:1:1FF::1", "2001:0db8:0001:0100::/56"],
    ["2001:db8:1:abcd::", "2001:0db8:0001:ab00::/56"],
    ["2001:db8::1", "2001:0db8:0000:0000::/56"],
    ["2001:db8:0:0:0:0:0:1", "2001:0db8:0000:0000::/56"],
    ["fe80::1", "fe80:0000:0000:0000::/56"],
    ["::1", "0000:0000:0000:0000::/56"],
    ["::", "0000:0000:0000:0000::/56"],
    ["64:ff9b::203.0.113.7", "0064:ff9b:0000:0000::/56"],
  ])("IPv6 by /56: %s is in %s", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it("text that is no address is a block of its own, of bounded length", () => {
    expect(addressBlock("")).toBe("");
    expect(addressBlock("unknown")).toBe("unknown");
    expect(addressBlock("x".repeat(500))).toHaveLength(50);
    expect(addressBlock(":".repeat(500)).length).toBeLessThan(60);
  });
});

describe("subscriberOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0000::/56"],
    ["2001:db8:1:ff::9", "2001:0db8:0001:0000::/56"],
    ["unknown", "unknown"],
  ])("%s is %s", (address, subscriber) => {
    expect(subscriberOf(address)).toBe(subscriber);
  });
});
