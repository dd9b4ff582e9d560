import "temporal-polyfill/global";
import { timingSafeEqual } from "node:crypto";

// What the service uses of the workers' runtime and plain Node 22 does not have; timers do not wait.

const toHex = function (this: Uint8Array): string {
  return Buffer.from(this).toString("hex");
};

Object.defineProperty(Uint8Array.prototype, "toHex", { value: toHex, configurable: true });
Object.defineProperty(crypto.subtle, "timingSafeEqual", {
  value: (left: Uint8Array, right: Uint8Array) => timingSafeEqual(left, right),
  configurable: true,
});
Object.assign(globalThis, { scheduler: { wait: async () => {} } });
