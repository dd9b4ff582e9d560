import { fetch } from "miniflare";
import type { LocalServer } from "../scripts/local-server";
import { runtimeOf } from "./runtime";

/** Seldom enough not to slow down what is measured. */
const EVERY_MS = 500;
const MIB = 1024 * 1024;

/** The most that was seen, in MiB. The runtime is a process with its database and queue in it. */
export interface Memory {
  /** Of the worker's own isolate: its heap and its buffers. */
  worker: number;
  runtime: number;
}

interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/**
 * What a run held early and late, in MiB: the least that was seen in its first and in its last
 * fifth, which is what stays between two collections of garbage. Of the most, a longer run sees
 * more by looking more often.
 */
export function heldIn(samples: readonly number[]): { early: number; late: number } {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  return { early: Math.min(...samples.slice(0, fifth)), late: Math.min(...samples.slice(-fifth)) };
}

/** Watches a server's memory until it is stopped; keeps the most that was seen. */
export async function watchMemory(server: LocalServer, inspectorPort: number) {
  const most: Memory = { worker: 0, runtime: 0 };
  const samples: number[] = [];
  const { webSocket: inspector } = await fetch(`http://127.0.0.1:${inspectorPort}/ws`, {
    headers: { Upgrade: "websocket", Origin: "http://localhost" },
  });
  if (!inspector) throw new Error("the inspector takes no connection");
  inspector.addEventListener("message", ({ data }) => {
    const { result }: { result?: HeapUsage } = JSON.parse(String(data));
    if (!result?.usedSize) return;
    const worker = (result.usedSize + result.backingStorageSize) / MIB;
    samples.push(worker);
    most.worker = Math.max(most.worker, worker);
  });
  inspector.accept();
  let id = 0;
  const timer = setInterval(async () => {
    id += 1;
    inspector.send(JSON.stringify({ id, method: "Runtime.getHeapUsage" }));
    most.runtime = Math.max(most.runtime, (await runtimeOf(server)).mib);
  }, EVERY_MS);
  const stop = (): void => {
    clearInterval(timer);
    inspector.close();
  };
  return { most, samples, stop };
}
