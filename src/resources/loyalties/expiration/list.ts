import { load } from "../../../commit/load";
import { pageOf } from "../../../db/page";
import type { PointsBucketRow } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { byNames, idOfNamed } from "../../vouchers/store";
import { theCard } from "../members/cards";
import type { BucketQuery } from "./schema";
import { bucketsOf, decodeBucket } from "./store";

/** When points of a card expire: a page of its buckets, the next to expire first. */
export async function listExpirations(
  scope: Scope,
  card: { name: string; program: string | null },
  query: BucketQuery,
): Promise<Page<PointsBucketRow>> {
  const { cards, rows, total } = await load(scope, {
    cards: byNames(scope, [card.name]),
    ...bucketsOf(scope, idOfNamed(scope, card.name), query),
  });
  theCard(scope, cards, card);
  return pageOf({ rows, total }, decodeBucket, query);
}
