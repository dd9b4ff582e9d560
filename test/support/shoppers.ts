import { expect } from "vitest";
import type { Headers, TestProject } from "./api";

/** The header by which a browser proves to be this customer, as the shop's back end makes it. */
export async function tokenOf(
  project: TestProject,
  customer: string,
  sent: Record<string, unknown> = {},
): Promise<Headers> {
  const reply = await project.post(`/v1/customers/${customer}/client-token`, sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return { "x-customer-token": reply.body.token };
}

/** Makes a customer of this source id; answers the id. */
export async function customer(
  project: TestProject,
  source_id: string,
  sent: Record<string, unknown> = {},
): Promise<string> {
  const reply = await project.post("/v1/customers", { source_id, ...sent });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}
