import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ErrorEntry {
  status: ContentfulStatusCode;
  message: string;
  when: string;
  remedy: string;
}

/** A row of the error table: what is answered, when, and what the caller can do about it. */
export const entry = (
  status: ContentfulStatusCode,
  message: string,
  when: string,
  remedy: string,
): ErrorEntry => ({ status, message, when, remedy });
