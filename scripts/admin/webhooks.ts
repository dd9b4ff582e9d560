import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete, UsageError } from "./exits.ts";
import { countFromZero, nothing, paging, wholeNumber, word } from "./parameters.ts";
import { eventsFrom, lastSequence } from "./tail.ts";
import { type Admin, type Verb, verb } from "./verb.ts";

const HOOK = "/management/v1/projects/{projectId}/webhooks/{webhookId}";
const one = z.object({ id: word.describe("the webhook's id") });

const at = ({ connection }: Admin, webhookId: string) => ({
  path: { projectId: connection.project, webhookId },
});

const eventLine = ({ sequence, created_at, type, event }: Schemas["FeedEvent"]): string =>
  `${String(sequence).padStart(6)}  ${created_at}  ${type.padEnd(32)}  ${event.entity_id}`;

const isStopped = (admin: Admin) => (error: unknown) => {
  if (!admin.signal.aborted) throw error;
};

/** The numbers or the state that say which messages are sent again. */
function replayed(sent: {
  dead?: boolean | undefined;
  from?: number | undefined;
  to?: number | undefined;
}) {
  const { dead, from, to } = sent;
  if (dead && from === undefined && to === undefined) return { status: "DEAD" as const };
  if (!dead && from !== undefined && to !== undefined) {
    return { from_sequence: from, to_sequence: to };
  }
  throw new UsageError("Say what is sent again: --dead, or --from and --to");
}

/** Verbs on the webhooks of `--project`, and on its events. */
export const WEBHOOK_VERBS: readonly Verb[] = [
  verb({
    name: "webhooks list",
    summary: "List the project's webhooks",
    args: nothing,
    options: nothing,
    run: async ({ connection, show }) => {
      const params = { path: { projectId: connection.project } };
      const answer = await answerOf(
        connection.management.GET("/management/v1/projects/{projectId}/webhooks", { params }),
      );
      show.list(answer, answer.data, {
        Id: ({ id }) => id,
        Target: ({ target_url }) => target_url,
        Kinds: ({ events }) => events.length,
        Active: ({ active }) => active,
        Because: ({ inactive_because }) => inactive_because,
      });
    },
  }),
  verb({
    name: "webhooks tail",
    summary: "Show events as they come, until Ctrl-C; of the feed, with a server key",
    args: nothing,
    options: z.object({
      last: countFromZero.default(10).describe("events before now, of any kind"),
      after: countFromZero.optional().describe("or all after this number"),
      kind: word.optional().describe("only kinds that begin so: voucher."),
      count: wholeNumber.optional().describe("end after so many"),
    }),
    run: async (admin, { last, after, kind = "", count = Number.POSITIVE_INFINITY }) => {
      const follow = async () => {
        const begin = after ?? Math.max(0, (await lastSequence(admin)) - last);
        let shown = 0;
        for await (const event of eventsFrom(admin, begin)) {
          if (!event.type.startsWith(kind)) continue;
          admin.show.line(event, eventLine(event));
          shown += 1;
          if (shown >= count) return;
        }
      };
      await follow().catch(isStopped(admin));
    },
  }),
  verb({
    name: "webhooks deliveries",
    summary: "List what was delivered to a webhook, and what was not",
    args: one,
    options: paging.extend({
      status: z
        .enum(["PENDING", "RETRYING", "SUCCEEDED", "DEAD"])
        .optional()
        .describe("only these"),
    }),
    run: async (admin, { id, limit, page, status }) => {
      const query = { limit, page, ...(status && { status }) };
      const answer = await answerOf(
        admin.connection.management.GET(`${HOOK}/deliveries`, {
          params: { ...at(admin, id), query },
        }),
      );
      admin.show.list(answer, answer.data, {
        Id: (each) => each.id,
        Number: ({ sequence }) => sequence,
        Kind: ({ type }) => type,
        Status: (each) => each.status,
        Attempts: ({ attempts }) => attempts,
        Answer: ({ last_attempt }) => last_attempt?.status ?? last_attempt?.cause,
        Due: ({ due_at }) => due_at,
      });
    },
  }),
  verb({
    name: "webhooks test",
    summary: "Send a webhook a sample, and say what it answered",
    args: one,
    options: z.object({ event: word.optional().describe("a kind; else its first one") }),
    run: async (admin, { id, event }) => {
      const answer = await answerOf(
        admin.connection.management.POST(`${HOOK}/test`, {
          params: at(admin, id),
          body: { ...(event !== undefined && { event }) },
        }),
      );
      admin.show.one(answer, {
        Kind: answer.type,
        Delivered: answer.delivered,
        Answer: answer.status,
        Cause: answer.cause,
        Milliseconds: answer.milliseconds,
      });
      if (!answer.delivered) throw new Incomplete("The sample was not taken.");
    },
  }),
  verb({
    name: "webhooks replay",
    summary: "Send a webhook events again: those that died, or those of a range",
    args: one,
    options: z.object({
      dead: z.boolean().optional().describe("all that could not be delivered"),
      from: wholeNumber.optional().describe("number of the first event"),
      to: wholeNumber.optional().describe("number of the last event"),
    }),
    run: async (admin, { id, ...which }) => {
      const answer = await answerOf(
        admin.connection.management.POST(`${HOOK}/deliveries/replay`, {
          params: at(admin, id),
          body: replayed(which),
        }),
      );
      const rest = answer.has_more ? `; the rest begins at ${answer.next_sequence}` : "";
      admin.show.said(answer, `${answer.replayed} events are sent again${rest}.`);
    },
  }),
];
