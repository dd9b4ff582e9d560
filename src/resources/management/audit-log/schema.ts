import * as z from "zod";
import { afterId, cursorListOf, pageQuery } from "../../../http/page";
import { FilterInput } from "../../../model/filter";

/** One call, as the audit log keeps it (docs/behaviour.md, "Audit log"). */
export const AuditEntry = z
  .object({
    id: z.string(),
    created_at: z.string(),
    request_id: z.string(),
    actor: z.object({
      family: z.enum(["server", "management"]),
      key_id: z.string(),
      name: z.string().nullable(),
      by_token: z.boolean(),
    }),
    operation: z.string(),
    status: z.int(),
    object_id: z.string().nullable(),
    fields: z.array(z.string()),
    object: z.literal("audit_entry"),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = cursorListOf(AuditEntry).meta({ id: "AuditList" });

export const AuditQuery = z.object({
  limit: pageQuery.limit,
  order: z.enum(["id", "-id"]).default("-id"),
  starting_after_id: afterId("aud"),
  filters: FilterInput.optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
