import { createRequire } from "node:module";
import qs from "qs";
import { describe, expect, it } from "vitest";

interface Channel {
  assert: (key: object) => void;
  delete: (key: object) => boolean;
  get: (key: object) => unknown;
  has: (key: object) => boolean;
  set: (key: object, value: unknown) => void;
}

const load = createRequire(import.meta.url);
const OURS = load.resolve("../../src/lib/side-channel.cjs");

/** `qs` as the worker is bundled with it: its package's side channel in its place is ours. */
function bundled(): typeof qs {
  const inQs = createRequire(load.resolve("qs"));
  const name = inQs.resolve("side-channel");
  inQs(name);
  const kept = load.cache[name];
  const files = ["parse", "utils", "stringify", "index"].map((file) => inQs.resolve(`./${file}`));
  for (const file of files) delete load.cache[file];
  load(OURS);
  load.cache[name] = load.cache[OURS];
  try {
    return load("qs");
  } finally {
    load.cache[name] = kept;
    for (const file of files) delete load.cache[file];
  }
}

const QUERIES = [
  "limit=3&filters[code][conditions][$in][0]=A&filters[code][conditions][$in][1]=B",
  "a[]=1&a[]=2&a[b]=3&a=4&a=5",
  `${Array.from({ length: 40 }, (_, at) => `a[${at}]=${at}`).join("&")}&a[b][c]=1`,
  "a[__proto__][x]=1&a[1000]=b&b=1&b[c]=2&b[c][d]=3",
];

describe("the side channel of the bundle", () => {
  it("remembers of objects what it is told", () => {
    const channel: Channel = load(OURS)();
    const key = {};
    expect(() => channel.assert(key)).toThrow("does not contain");
    expect(channel.has(key)).toBe(false);
    channel.set(key, 7);
    channel.assert(key);
    expect([channel.has(key), channel.get(key), channel.delete(key)]).toEqual([true, 7, true]);
    expect([channel.has(key), channel.get(key), channel.delete(key)]).toEqual([
      false,
      undefined,
      false,
    ]);
  });

  it.each(QUERIES)("reads %s as its package does", (query) => {
    const ours = bundled();
    expect(ours.parse).not.toBe(qs.parse);
    expect(ours.parse(query, { depth: 10 })).toEqual(qs.parse(query, { depth: 10 }));
  });
});
