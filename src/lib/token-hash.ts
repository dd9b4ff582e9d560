const encoder = new TextEncoder();

/** SHA-256 of a token as hex: what is stored of it, and what is compared in constant time. */
export async function tokenHash(token: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(token))).toHex();
}
