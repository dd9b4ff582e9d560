import { jsonIn, type RawRow } from "../../db/client";
import { MOST_METADATA } from "../../db/goods-shown";
import { memoised } from "../../lib/memoised";
import { type Metadata, underKeys } from "../../model/metadata";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { goodsOfLine, type Shelf } from "./goods";

/** A product or SKU of the catalogue, as far as lines show it. Price in minor units. */
export interface Known {
  id: string;
  source_id: string | null;
  name: string | null;
  price: number | null;
  /** Null where there is too much of it to be shown with each line. */
  metadata: Metadata | null;
}

type Kind = "product" | "sku";
type Line = Pick<OrderItemInput, Kind | "product_id" | "sku_id">;

/** What a line says of its goods: as it was sent, completed from the catalogue. */
export type Display = (line: Line) => Partial<Record<Kind, object>>;

/** The keys of metadata that the caller may see; null for all of them. */
type Visible = readonly string[] | null;

/** What browsers may see of notes about goods, beside those that they send themselves. */
const visibleTo = ({ actor, project }: Pick<Scope, "actor" | "project">): Visible =>
  actor.family === "client" ? project.client_visible_metadata : null;

const setOf = (fields: object) =>
  Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);

/** What was sent goes before what the catalogue says, as rules read it; null is left out. */
function completed(line: Line, kind: Kind, known: Known | null, visible: Visible) {
  if (!known) return {};
  const { id, source_id, price, name, metadata } = known;
  const sent = line[kind];
  const seen = metadata && visible ? underKeys(metadata, visible) : metadata;
  const notes = seen && { ...seen, ...sent?.metadata };
  const stored = { id, source_id, price, [kind === "sku" ? "sku" : "name"]: name };
  const own = { ...sent, ...(notes && { metadata: notes }) };
  return { [kind]: Object.fromEntries([...setOf(stored), ...setOf(own)]) };
}

const displayFrom =
  (knownOf: (line: Line) => Record<Kind, Known | null>, visible: Visible): Display =>
  (line) => {
    const { product, sku } = knownOf(line);
    return {
      ...completed(line, "product", product, visible),
      ...completed(line, "sku", sku, visible),
    };
  };

/** Long notes stay in the catalogue: lines that show them would be most of an answer. */
const shortOf = (metadata: Metadata): Metadata | null =>
  JSON.stringify(metadata).length > MOST_METADATA ? null : metadata;

interface Stored {
  id: string;
  source_id: string | null;
  price: number | null;
  metadata: Metadata;
}

const knownAs = memoised(({ id, source_id, price, metadata }: Stored) => ({
  id,
  source_id,
  price,
  metadata: shortOf(metadata),
}));

const byId = (goods: readonly Known[]) => {
  const named = new Map(goods.map((each) => [each.id, each]));
  return (id: string | null | undefined): Known | null => (id && named.get(id)) || null;
};

/**
 * Lines with the goods that were read for them, each found by any of its names; lines that a
 * discount adds name what it gives by id.
 */
export function displayOf(
  scope: Pick<Scope, "actor" | "project">,
  shelf: Shelf,
  given: readonly Known[],
): Display {
  const find = byId(given);
  return displayFrom((line) => {
    const { product, sku } = goodsOfLine(shelf, line);
    return {
      product: product ? { ...knownAs(product), name: product.name } : find(line.product_id),
      sku: sku ? { ...knownAs(sku), name: sku.sku } : find(line.sku_id),
    };
  }, visibleTo(scope));
}

/** The ids by which lines of orders name their goods, each once. */
export const goodsNamed = (lines: readonly Partial<Line>[]): string[] => {
  const ids = lines.flatMap(({ product_id, sku_id }) => [product_id, sku_id]);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
};

/** A row of goods that are shown; the cast holds because their query names the columns. */
export const readKnown = ({ metadata, ...row }: RawRow): Known =>
  ({ ...row, metadata: jsonIn(metadata) }) as Known;

/** Lines of stored orders, with the rows of their goods: they name their goods by id. */
export function displayOfRows(rows: readonly RawRow[]): Display {
  const find = byId(rows.map(readKnown));
  return displayFrom(
    ({ product_id, sku_id }) => ({ product: find(product_id), sku: find(sku_id) }),
    null,
  );
}
