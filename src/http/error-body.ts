import * as z from "zod";

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
