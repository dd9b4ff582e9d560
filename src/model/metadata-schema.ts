import * as z from "zod";
import { PATH_NAMES } from "../lib/path-names";
import { PLAIN_TEXT } from "./plain-text";

const TYPES = [
  "string",
  "number",
  "boolean",
  "date",
  "datetime",
  "geopoint",
  "image_url",
  "object",
] as const;
type Type = (typeof TYPES)[number];

/** The name of a kind of object, of a property or of an event. */
export const DefinedName = z
  .string()
  .min(1)
  .max(300)
  .regex(...PLAIN_TEXT);

/** The name of a kind of object, by which paths ask for its schema. */
export const KindName = DefinedName.max(100).refine(...PATH_NAMES);

const listed = z.array(z.union([z.string().max(1000), z.number()])).max(100);
const length = z.int().min(0);

/** One definition of a schema, as it is stored and shown. A deleted one is kept but not checked. */
export const MetadataProperty = z.object({
  type: z.enum(TYPES),
  array: z.boolean(),
  optional: z.boolean(),
  deleted: z.boolean().optional(),
  object_type: z.string().optional(),
  eq: listed.optional(),
  ne: listed.optional(),
  lt: z.number().optional(),
  lte: z.number().optional(),
  gt: z.number().optional(),
  gte: z.number().optional(),
  minLength: length.optional(),
  maxLength: length.optional(),
  exactLength: length.optional(),
});
export type MetadataProperty = z.infer<typeof MetadataProperty>;

/** As management shows it (reference service, management). */
export const ManagedProperty = MetadataProperty.omit({
  minLength: true,
  maxLength: true,
  exactLength: true,
}).extend({
  object_type: z.string().nullable(),
  min_length: length.optional(),
  max_length: length.optional(),
  exact_length: length.optional(),
});

/** As back ends are shown it. */
export const ListedProperty = MetadataProperty.omit({ object_type: true }).extend({
  objectType: z.string().nullable(),
});

const TEXTS = ["string", "image_url"];

/** Names of parts that clients spell in two ways: as they are stored, and the other way. */
const OTHERWISE = {
  object_type: "objectType",
  minLength: "min_length",
  maxLength: "max_length",
  exactLength: "exact_length",
} as const;
const SCALARS = ["string", "image_url", "number", "date", "datetime"];

/** Which types a limit has a meaning for. */
const FITS: Record<string, readonly string[]> = {
  object_type: ["object"],
  eq: SCALARS,
  ne: SCALARS,
  lt: ["number"],
  lte: ["number"],
  gt: ["number"],
  gte: ["number"],
  minLength: TEXTS,
  maxLength: TEXTS,
  exactLength: TEXTS,
  objectType: ["object"],
  min_length: TEXTS,
  max_length: TEXTS,
  exact_length: TEXTS,
};

const misfit = (type: Type, sent: object): string | undefined =>
  Object.keys(sent).find((name) => !(FITS[name] ?? TYPES).includes(type));

type Compared = Partial<Record<"eq" | "ne", (string | number)[] | null | undefined>>;

/** The list that compares with values of another type than the property has. */
const mistyped = (type: Type, sent: Compared): "eq" | "ne" | undefined =>
  (["eq", "ne"] as const).find((name) =>
    sent[name]?.some((value) => (typeof value === "number") !== (type === "number")),
  );

/** Null is absent; a definition that does not say `optional` is of a required property. */
export const MetadataPropertyInput = z
  .object({
    type: z.enum(TYPES),
    array: z.boolean().nullish(),
    optional: z.boolean().nullish(),
    deleted: z.boolean().nullish(),
    object_type: DefinedName.nullish(),
    objectType: DefinedName.nullish(),
    eq: listed.nullish(),
    ne: listed.nullish(),
    lt: z.number().nullish(),
    lte: z.number().nullish(),
    gt: z.number().nullish(),
    gte: z.number().nullish(),
    minLength: length.nullish(),
    maxLength: length.nullish(),
    exactLength: length.nullish(),
    min_length: length.nullish(),
    max_length: length.nullish(),
    exact_length: length.nullish(),
  })
  .transform((input, context): MetadataProperty => {
    const { type } = input;
    const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    const wrong = misfit(type, sent);
    if (wrong) refuse(wrong, `has no meaning for a ${type}`);
    const other = mistyped(type, input);
    if (other) refuse(other, `must be values of a ${type}`);
    for (const [stored, otherwise] of Object.entries(OTHERWISE)) {
      if (otherwise in sent) sent[stored] ??= sent[otherwise];
    }
    return MetadataProperty.parse({ array: false, optional: false, ...sent });
  });

/** One definition of a custom event's schema, as it is stored and shown. */
export const EventProperty = z.object({
  type: z.enum(["string", "number", "boolean", "date", "datetime"]),
  optional: z.boolean(),
  deleted: z.boolean().optional(),
});
export type EventProperty = z.infer<typeof EventProperty>;

export const EventPropertyInput = EventProperty.extend({
  optional: z.boolean().nullish(),
  deleted: z.boolean().nullish(),
}).transform(
  ({ type, optional, deleted }): EventProperty => ({
    type,
    optional: optional ?? false,
    ...(deleted != null && { deleted }),
  }),
);
