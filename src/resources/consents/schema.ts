import * as z from "zod";
import { Consent, ConsentGroup } from "../../model/consent";
import { inlineListOf } from "../../model/list";

const text = (most: number) => z.string().max(most);

/** A consent has a category; what lists `consents`, by their ids, is a group of them. */
const fields = {
  description: text(5000).nullish(),
  category: text(255).nullish(),
  consents: z.array(text(100)).max(100).nullish(),
};
const name = text(255).min(1);

export const ConsentCreate = z.object({ name, ...fields });
export type ConsentCreate = z.infer<typeof ConsentCreate>;

/** Body of an update: absent keeps; null empties the description and the category. */
export const ConsentUpdate = z.object({ name: name.nullish(), ...fields });
export type ConsentUpdate = z.infer<typeof ConsentUpdate>;

export const ConsentOrGroup = z.union([Consent, ConsentGroup]);

/** All there are, as older clients read them. */
export const Consents = z
  .object({ groups: inlineListOf(ConsentGroup), consents: inlineListOf(Consent) })
  .meta({ id: "Consents" });

/** What a customer says of consents, by their ids; `unsubscribed` takes all back. */
export const GivenInput = z.record(text(100), z.boolean());
