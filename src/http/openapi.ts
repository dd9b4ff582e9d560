import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod";
import type { ErrorKey } from "../errors";

/** The error body of every failure (contract, "Errors"). */
export const ErrorBody = z
  .object({
    code: z.int(),
    key: z.string(),
    message: z.string(),
    details: z.string().optional(),
    request_id: z.string(),
    resource_id: z.string().optional(),
    resource_type: z.string().optional(),
    related_object_ids: z.array(z.string()).optional(),
    related_object_type: z.string().optional(),
    related_object_total: z.int().optional(),
    error: z.object({ message: z.string() }).optional(),
  })
  .meta({ id: "Error" });

export type ErrorBody = z.infer<typeof ErrorBody>;

interface Operation {
  summary: string;
  description?: string;
  /** Schema of the answer; null for a 204 without body. */
  answer: z.ZodType | null;
  /** 202 where the work goes on in the background. */
  status?: 200 | 202;
  /** Keys this operation can answer beside those that its family and method can. */
  errors?: readonly ErrorKey[];
}

const json = (schema: z.ZodType) => ({
  "application/json": { schema: resolver(schema, { options: { io: "output" } }) },
});

const SUCCESS = { 200: "Done", 202: "Begun; the async action tells how far it is" } as const;

/**
 * Says of a route what the OpenAPI document tells: summary, answer and the errors of its own. Those
 * that its family and method bring are added where the document is put together.
 */
export const operation = ({ summary, description, answer, status = 200, errors = [] }: Operation) =>
  describeRoute({
    summary,
    ...(description && { description }),
    responses: {
      ...(answer
        ? { [status]: { description: SUCCESS[status], content: json(answer) } }
        : { "204": { description: "Done; no body" } }),
      "500": { description: "A fault of ours", content: json(ErrorBody) },
    },
    ...{ "x-errors": errors },
  });
