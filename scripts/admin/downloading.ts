import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { answerOf, type Schemas } from "@vouchsafe/client";
import { Incomplete } from "./exits.ts";
import { until } from "./following.ts";
import type { Bar } from "./progress.ts";
import type { Admin } from "./verb.ts";

type Manifest = Schemas["ExportManifest"];

/** An export as it stands, and how far the work is that writes it. */
async function stateOf({ server }: Admin["connection"], exportId: string, bar: Bar) {
  const params = { path: { exportId } };
  const found = await answerOf(server.GET("/v1/exports/{exportId}", { params }));
  if (found.async_action_id) {
    const path = { asyncActionId: found.async_action_id };
    const action = server.GET("/v1/async-actions/{asyncActionId}", { params: { path } });
    const { counts } = await answerOf(action);
    bar.to(counts.done, counts.total);
  }
  return found;
}

/** An export once its file is there. */
export async function finished(admin: Admin, exportId: string): Promise<Schemas["Export"]> {
  const { connection, progress, signal } = admin;
  const bar = progress("Exporting", "rows");
  try {
    const found = await until(
      signal,
      () => stateOf(connection, exportId, bar),
      ({ status }) => status === "DONE" || status === "ERROR",
    );
    if (found.result) return found;
    throw new Incomplete(`Export ${exportId} has failed`);
  } finally {
    bar.end();
  }
}

/** Passes a file on, and tells its bytes and what they hash to. */
function measured(tell: (bytes: number) => void) {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      tell(bytes);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest("hex") };
}

/**
 * Writes an export's file to a path, whole or not at all: its bytes are held against the manifest
 * before it gets its name.
 */
export async function download(admin: Admin, exportId: string, path: string): Promise<Manifest> {
  const { connection, progress, signal } = admin;
  const { result } = await finished(admin, exportId);
  const token = new URL(result?.url ?? "", connection.url).searchParams.get("token") ?? "";
  const manifest = await answerOf(
    connection.server.GET("/v1/exports/{exportId}/manifest", { params: { path: { exportId } } }),
  );
  const body = await answerOf(
    connection.server.GET("/v1/exports/{exportId}/download", {
      params: { path: { exportId }, query: { token } },
      parseAs: "stream",
      signal,
    }),
  );
  const bar = progress("Downloading", "bytes");
  const file = measured((bytes) => bar.to(bytes, manifest.bytes));
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(body ?? []), file.through, createWriteStream(part), { signal });
    if (file.digest() !== manifest.sha256) {
      throw new Incomplete(`What came of ${exportId} is not what its manifest says`);
    }
    await rename(part, path);
  } finally {
    bar.end();
    await rm(part, { force: true });
  }
  return manifest;
}

/** The same, and says so. */
export async function downloaded(admin: Admin, exportId: string, path: string): Promise<void> {
  const manifest = await download(admin, exportId, path);
  const { rows, bytes } = manifest;
  const size = `${rows.toLocaleString("en")} rows, ${bytes.toLocaleString("en")} bytes`;
  admin.show.said({ ...manifest, file: path }, `${path}: ${size}, as the manifest says.`);
}
