import { createHash } from "node:crypto";

interface Stored {
  bytes: Uint8Array;
  etag: string;
}

interface Condition {
  etagMatches?: string;
}

const objectOf = (key: string, { bytes, etag }: Stored) => ({
  key,
  etag,
  size: bytes.byteLength,
  arrayBuffer: async () => new Uint8Array(bytes).buffer,
});

/** A bucket in memory that takes what the archive asks of R2, with its conditions. */
export function localFiles() {
  const stored = new Map<string, Stored>();
  const mayPut = (key: string, condition: Headers | Condition | undefined): boolean => {
    if (condition instanceof Headers) return !stored.has(key);
    return condition?.etagMatches === undefined || stored.get(key)?.etag === condition.etagMatches;
  };
  const find = async (key: string) => {
    const found = stored.get(key);
    return found ? objectOf(key, found) : null;
  };
  const bucket = {
    head: find,
    get: find,
    put: async (key: string, bytes: Uint8Array, options?: { onlyIf?: Headers | Condition }) => {
      if (!mayPut(key, options?.onlyIf)) return null;
      const file = { bytes, etag: createHash("md5").update(bytes).digest("hex") };
      stored.set(key, file);
      return objectOf(key, file);
    },
  };
  const sizes = () => [...stored.values()].map(({ bytes }) => bytes.byteLength);
  return {
    // The cast holds for what the archive asks of a bucket, and nobody else asks one here.
    bucket: bucket as unknown as R2Bucket,
    count: () => stored.size,
    bytes: () => sizes().reduce((sum, size) => sum + size, 0),
  };
}
