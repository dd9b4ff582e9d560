import * as z from "zod";
import { listOf } from "../../http/page";
import { Distribution } from "../../model/distribution";
import { Metadata } from "../../model/metadata";
import { Name } from "../../model/name";

const called = z.string().min(1).max(300).nullish();

/** The custom event by the id or the name of its schema; the id goes before the name. */
const CustomEvent = z
  .object({ id: called, name: called })
  .refine(({ id, name }) => id || name, { error: "must have required property 'id'" })
  .meta({ anyOf: [{ required: ["id"] }, { required: ["name"] }] });

const Trigger = z.object({ custom_event: CustomEvent });

/** Body of a new distribution. */
export const DistributionCreate = z.object({
  name: Name,
  trigger: Trigger,
  active: z.boolean().nullish(),
  metadata: Metadata.nullish(),
});
export type DistributionCreate = z.infer<typeof DistributionCreate>;

/** Body of an update: absent keeps; null clears metadata, and keeps what cannot be cleared. */
export const DistributionUpdate = z.object({
  name: Name.nullish(),
  trigger: Trigger.nullish(),
  active: z.boolean().nullish(),
  metadata: Metadata.nullish(),
});
export type DistributionUpdate = z.infer<typeof DistributionUpdate>;

export const DistributionList = listOf("data", Distribution);
