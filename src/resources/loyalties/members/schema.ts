import type * as z from "zod";
import { PublicationCreate } from "../../publications/schema";
import { VoucherQuery } from "../../vouchers/schema";

/** Body that gives a card of a program to a customer: the one it names, or the next free one. */
export const MemberCreate = PublicationCreate.omit({ campaign: true });
export type MemberCreate = z.infer<typeof MemberCreate>;

export const MemberQuery = VoucherQuery.omit({ campaign: true, campaign_id: true, category: true });
export type MemberQuery = z.infer<typeof MemberQuery>;
