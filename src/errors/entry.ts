import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ErrorEntry {
  status: ContentfulStatusCode;
  message: string;
  when: string;
}

/** A row of the error table: what is answered, and when. */
export const entry = (status: ContentfulStatusCode, message: string, when: string): ErrorEntry => ({
  status,
  message,
  when,
});
