import { expect } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import type { Reply } from "./api";

const REQUEST_ID = /^v-[0-9a-f]{18}$/;

/** The error body of a failure, whole: its status, key and request id as every failure has them. */
export function failure(reply: Reply, status: number, key: string): ErrorBody {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  const body = ErrorBody.strict().parse(reply.body);
  expect(body.key).toBe(key);
  expect(body.code).toBe(status);
  expect(body.request_id).toMatch(REQUEST_ID);
  expect(reply.headers.get("x-request-id")).toBe(body.request_id);
  expect(reply.headers.get("content-type")).toContain("application/json");
  return body;
}

/** Whatever was sent, the answer is a 200 or the error body of a 4xx. */
export function harmless(reply: Reply): void {
  const text = JSON.stringify(reply.body);
  expect([200, 400, 404, 409, 413, 415, 422], text).toContain(reply.status);
  if (reply.status !== 200) failure(reply, reply.status, reply.body.key);
}
