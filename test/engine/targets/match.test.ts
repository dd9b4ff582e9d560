import { describe, expect, it } from "vitest";
import type { ItemFacts } from "../../../src/engine/rules/facts";
import {
  type GoodsName,
  indexGoods,
  linesNamed,
  matchesEntry,
} from "../../../src/engine/targets/match";
import { goods, item } from "./shelf";

const shirt = item({ product_id: "prod_1" });
const catalogued = item({ product: goods({ id: "prod_1", source_id: "shirt" }) });
const bySource = item({ source_id: "shirt" });
const large = item({ product_id: "prod_1", sku_id: "sku_1" });
const largeFull = item({
  source_id: "shirt-l",
  product: goods({ id: "prod_1", source_id: "shirt" }),
  sku: goods({ id: "sku_1", source_id: "shirt-large" }),
});
const gathered = item({ product_id: "prod_9", collections: ["pc_1"] });

const ROWS: { name: string; given: [ItemFacts, GoodsName]; expect: boolean }[] = [
  {
    name: "a product by its id",
    given: [shirt, { object: "product", id: "prod_1" }],
    expect: true,
  },
  {
    name: "not another product",
    given: [shirt, { object: "product", id: "prod_2" }],
    expect: false,
  },
  {
    name: "a product by the id of the catalogue's product",
    given: [catalogued, { object: "product", id: "prod_1" }],
    expect: true,
  },
  {
    name: "a product by its source id",
    given: [catalogued, { object: "product", source_id: "shirt" }],
    expect: true,
  },
  {
    name: "a product by the line's source id, where the line names no SKU",
    given: [bySource, { object: "product", source_id: "shirt" }],
    expect: true,
  },
  {
    name: "a line's source id is its SKU's, where it names one",
    given: [largeFull, { object: "product", source_id: "shirt-l" }],
    expect: false,
  },
  {
    name: "an id is no source id",
    given: [bySource, { object: "product", id: "shirt" }],
    expect: false,
  },
  {
    name: "id or source id is enough",
    given: [shirt, { object: "product", id: "prod_1", source_id: "elsewhere" }],
    expect: true,
  },
  {
    name: "a product also in lines of its SKUs",
    given: [large, { object: "product", id: "prod_1" }],
    expect: true,
  },
  {
    name: "a strict product not in lines of its SKUs",
    given: [large, { object: "product", id: "prod_1", strict: true }],
    expect: false,
  },
  {
    name: "a strict product not where the SKU is only an object",
    given: [largeFull, { object: "product", id: "prod_1", strict: true }],
    expect: false,
  },
  {
    name: "a strict product where the line names no SKU",
    given: [shirt, { object: "product", id: "prod_1", strict: true }],
    expect: true,
  },
  { name: "an SKU by its id", given: [large, { object: "sku", id: "sku_1" }], expect: true },
  {
    name: "an SKU not in lines of its product",
    given: [shirt, { object: "sku", id: "prod_1" }],
    expect: false,
  },
  {
    name: "an SKU by the source id of the catalogue's SKU",
    given: [largeFull, { object: "sku", source_id: "shirt-large" }],
    expect: true,
  },
  {
    name: "an SKU by the line's source id, where the line names an SKU",
    given: [largeFull, { object: "sku", source_id: "shirt-l" }],
    expect: true,
  },
  {
    name: "an SKU by the line's source id, where the line names nothing else",
    given: [bySource, { object: "sku", source_id: "shirt" }],
    expect: true,
  },
  {
    name: "an SKU not by the line's source id, where that is the product's",
    given: [
      item({ product_id: "prod_1", source_id: "shirt" }),
      { object: "sku", source_id: "shirt" },
    ],
    expect: false,
  },
  {
    name: "a collection by what belongs to it",
    given: [gathered, { object: "products_collection", id: "pc_1" }],
    expect: true,
  },
  {
    name: "a collection not by a source id",
    given: [gathered, { object: "products_collection", source_id: "pc_1" }],
    expect: false,
  },
  {
    name: "an id of another kind of goods is another id",
    given: [gathered, { object: "product", id: "pc_1" }],
    expect: false,
  },
  {
    name: "an empty id names nothing",
    given: [item({ product_id: "" }), { object: "product", id: "" }],
    expect: false,
  },
];

describe("which lines goods name", () => {
  it.each(ROWS)("$name", ({ given: [line, name], expect: matches }) => {
    expect(matchesEntry(line, name)).toBe(matches);
    expect(linesNamed(indexGoods([item({}), line]), name)).toEqual(matches ? [1] : []);
  });

  it("the index finds what each line answers to, for all rows together", () => {
    const items = [shirt, catalogued, bySource, large, largeFull, gathered];
    for (const { given } of ROWS) {
      const slow = items.flatMap((line, at) => (matchesEntry(line, given[1]) ? [at] : []));
      expect(linesNamed(indexGoods(items), given[1])).toEqual(slow);
    }
  });

  it("a line found by id and by source id is found once", () => {
    const name = { object: "product", id: "prod_1", source_id: "shirt" } as const;
    expect(linesNamed(indexGoods([catalogued, shirt]), name)).toEqual([0, 1]);
  });

  it("a line that says its id itself and by its product is found once", () => {
    const both = item({ product_id: "prod_1", product: goods({ id: "prod_1" }) });
    expect(linesNamed(indexGoods([both]), { object: "product", id: "prod_1" })).toEqual([0]);
  });

  it("is made once for an order", () => {
    const items = [shirt];
    expect(indexGoods(items)).toBe(indexGoods(items));
  });
});
