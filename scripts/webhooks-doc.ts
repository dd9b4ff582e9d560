import { writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue, kindOf, timeFieldOf } from "../src/events/catalogue";
import { SUBSCRIBABLE } from "../src/model/webhook-kinds";
import { OPERATIONS } from "./event-operations";
import { exampleOf } from "./schema-example";

type Json = z.core.JSONSchema.JSONSchema;

const HEAD = `# Webhooks

For those who receive them. How webhooks are set up is in [behaviour.md](behaviour.md). The tables below are made from
the catalogue of events by \`npm run docs\`; a test keeps both equal.

## What comes

A \`POST\` of JSON for each event that a webhook asked for:

- \`id\`: the same for all attempts, and equal to the header \`webhook-id\`. What you have seen under an id you need not do again.
- \`type\`: the kind, in the spelling that the webhook asked for; \`data\`: what the kind's row below says.
- \`sequence\`: the number of the event in its project. Numbers have no gaps; events may come in another order.
  A webhook that asks for some kinds sees the numbers of those alone: that they jump is normal. The feed has the others.
- \`project_id\`, \`created_at\`, \`source\` (the webhook), \`event\` (\`id\`, \`type\`, \`created_at\`, \`entity_id\`, \`group_id\` of the
  request that caused it, \`event_source\` of who sent that).

Answer 2xx within ten seconds, before you do anything that takes longer; your answer's body is not read. Anything else is
tried again: 1, 2, 4, 8, 16 and 32 minutes and 1, 2, 4, 8, 17 and 24 hours after the first attempt, each up to a tenth of
that later. Redirects are not followed. A 410 says that you want no more: the webhook becomes inactive at once, as it does
when the last retry fails.

\`POST /management/v1/projects/{projectId}/webhooks/{webhookId}/test\` sends a sample: the newest event of its kind, with
\`sequence\` 0 and with ids that no event has (\`event.id\` begins with \`evtest_\`). Nothing has happened: leave out its effect.

## Who sent it

Deliveries follow [Standard Webhooks](https://www.standardwebhooks.com) 1.0, so that any of its libraries verifies them,
with the project's secret as it was shown (\`whsec_...\`) and the body as it came, before it is parsed:

\`\`\`js
import { Webhook } from "standardwebhooks";

const message = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers);
\`\`\`

It throws where the signature is another's or the message is older than five minutes. By hand: \`webhook-signature\` is a list, parted by
spaces, of \`v1,\` and the base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\` under the bytes behind
\`whsec_\`. For 24 hours after the secret was rotated the list has a signature of each secret. \`x-voucherify-signature\` is the hex
HMAC-SHA256 of the body under the text of the newest secret, for receivers that were built for the reference service.

## What was missed

Where you see \`sequence\` jump, and what is missing does not come within a minute, ask
\`GET /v1/event-feed?after=<the last number without a hole>&limit=100\`, or have a range sent again:
\`POST /management/v1/projects/{projectId}/webhooks/{webhookId}/deliveries/replay\` with \`from_sequence\` and \`to_sequence\`. The
feed has every event of the project, also those of kinds that no webhook can ask for.

## Kinds
`;

const referred = (schema: Json): string => schema.$ref?.replace(/^.*\//, "") ?? "";

/** The type of a field in short: the name of its schema in the OpenAPI document where it has one. */
function typeOf(schema: Json): string {
  if (schema.$ref) return `\`${referred(schema)}\``;
  const choices = (schema.anyOf ?? []) as Json[];
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Json)}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
}

function fieldsOf(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
  });
  return Object.entries(properties)
    .map(([name, type]) => {
      const text = `\`${name}\`: ${typeOf(type as Json)}`;
      return required.includes(name) ? text : `${text}, if any`;
    })
    .join("; ");
}

const kinds = Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1));
const isAskedFor = (kind: string): boolean => SUBSCRIBABLE.includes(kind);

const section = ([kind, { data: own }]: (typeof kinds)[number]): string => {
  const at = timeFieldOf(kindOf({ kind }));
  const data: z.ZodObject = at === undefined ? own : z.object({ ...own.shape, [at]: z.string() });
  return [
    `### ${kind}`,
    "",
    ...(isAskedFor(kind) ? [] : ["In the feed and in activities only.", ""]),
    `Caused by ${Object.entries(OPERATIONS).find(([name]) => name === kind)?.[1]}.`,
    "",
    `Data: ${fieldsOf(data)}.`,
    "",
    "```json",
    JSON.stringify(exampleOf(data)),
    "```",
    "",
  ].join("\n");
};

/** `docs/webhooks.md`, its kinds made from the catalogue of events. */
export const webhooksDocument = (): string => [HEAD, ...kinds.map(section)].join("\n");

if (process.argv[1]?.endsWith("webhooks-doc.ts"))
  writeFileSync("docs/webhooks.md", webhooksDocument());
