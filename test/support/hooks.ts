import { env } from "cloudflare:workers";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect } from "vitest";
import { fanOutJob } from "../../src/async/jobs/fan-out";
import { laneJob } from "../../src/async/jobs/lane";
import { randomBase62 } from "../../src/lib/id";
import { Webhook } from "../../src/resources/webhooks/schema";
import { random } from "../../src/scope/scope";
import { parsed, rowsOf, type TestProject } from "./api";
import { homeDb } from "./places";
import type { Received } from "./receiver";

export const hooksOf = (project: TestProject) => `/management/v1/projects/${project.id}/webhooks`;

/** A receiver of its own, and how it answers. */
export function newReceiver(answer = "ok") {
  const host = `https://in-${randomBase62(12, random).toLowerCase()}.receiver.example.com`;
  return {
    url: `${host}/${answer}`,
    /** The same receiver, answering otherwise. */
    answering: (other: string) => `${host}/${other}`,
    received: async (): Promise<Received[]> => (await fetch(`${host}/received`)).json(),
  };
}

export async function newHook(project: TestProject, body: object): Promise<Webhook> {
  const reply = await project.post(hooksOf(project), { events: ["voucher.created"], ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Webhook, reply);
}

/** What a message says, once a public library of Standard Webhooks has verified it. */
export function verified(secret: string, { headers, body }: Received) {
  const told = new StandardWebhook(secret).verify(body, headers);
  // biome-ignore lint/suspicious/noExplicitAny: wire bodies are read field by field, as a receiver does
  return told as any;
}

/** Makes deliveries and sends what is due, as the queue does, until nothing is. */
export async function deliver(project: TestProject, bindings = env): Promise<void> {
  await fanOutJob(bindings, { job: "fan-out", project_id: project.id });
  for (const { webhook_id, lane } of await rowsOf("webhook_lanes", project.id)) {
    await laneJob(bindings, { job: "lane", project_id: project.id, webhook_id, lane });
  }
}

/** Deliveries of the project in their order. */
export const deliveriesOf = async (project: TestProject) =>
  (await rowsOf("webhook_deliveries", project.id)).sort(
    (a, b) => Number(a.sequence) - Number(b.sequence),
  );

/** Lets all that waits for a later attempt be due now. */
export async function makeDue(project: TestProject): Promise<void> {
  const past = new Date(Date.now() - 1).toISOString();
  await homeDb().batch([
    homeDb()
      .prepare(
        "UPDATE webhook_deliveries SET due_at = ?2 WHERE project_id = ?1 AND due_at IS NOT NULL",
      )
      .bind(project.id, past),
    homeDb()
      .prepare("UPDATE webhook_lanes SET due_at = ?2 WHERE project_id = ?1 AND due_at IS NOT NULL")
      .bind(project.id, past),
  ]);
}
