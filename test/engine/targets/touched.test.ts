import { describe, expect, it } from "vitest";
import { targetsOf } from "../../../src/engine/targets/targets";
import { touchedEntries } from "../../../src/engine/targets/touched";
import { collection, goods, inAll, line, product, reach, sku } from "./shelf";

const SHOP = [line("a", 10, 300, inAll), line("b", 4, 100, inAll)];

describe("what a result tells of its entries", () => {
  it("lists the touched lines in the order of the discount, and only what is set", () => {
    const entry = collection("pc_all", {
      effect: "APPLY_FROM_CHEAPEST",
      source_id: null,
      price: undefined,
      quantity_limit: 2,
    });
    expect(touchedEntries(targetsOf([reach([entry])], SHOP)).included).toEqual([
      {
        object: "products_collection",
        id: "pc_all",
        effect: "APPLY_FROM_CHEAPEST",
        quantity_limit: 2,
        order_item_indices: [1, 0],
      },
    ]);
  });

  it("counts units from 1, for the target UNIT: 2, 5, 8 of 10", () => {
    const entry = product("a", { target: "UNIT", skip_initially: 1, repeat: 3 });
    expect(touchedEntries(targetsOf([reach([entry])], SHOP)).included).toEqual([
      {
        object: "product",
        id: "a",
        effect: "APPLY_TO_EVERY",
        target: "UNIT",
        skip_initially: 1,
        repeat: 3,
        order_item_indices: [0],
        order_item_units: [{ index: 0, units: [2, 5, 8] }],
      },
    ]);
  });

  it("says so where there are too many units to list", () => {
    const entry = product("a", { target: "UNIT" });
    const [told] = touchedEntries(targetsOf([reach([entry])], [line("a", 1001)])).included;
    expect(told?.order_item_units).toEqual([{ index: 0, units_limit_exceeded: true }]);
  });

  it("an entry that touched nothing stands there as it is kept, with the effect that it means", () => {
    expect(touchedEntries(targetsOf([reach([product("z")])], SHOP)).included).toEqual([
      { object: "product", id: "z", effect: "APPLY_TO_EVERY" },
    ]);
  });

  it("tells the source id of goods that a line knows, of a product and of a SKU", () => {
    const known = [
      line("a", 1, 300, { product: goods({ id: "a", source_id: "shop-a" }) }),
      line("b", 1, 100, { sku_id: "s", sku: goods({ id: "s", source_id: "shop-s" }) }),
    ];
    const named = reach([product("a"), sku("s"), product("z")], [product("b")]);
    const { included, excluded } = touchedEntries(targetsOf([named], known));
    expect(included.map(({ source_id }) => source_id)).toEqual(["shop-a", "shop-s", undefined]);
    expect(excluded.map(({ source_id }) => source_id)).toEqual([undefined]);
  });

  it("keeps the source id that the entry names, though the line knows another", () => {
    const known = [line("a", 1, 300, { product: goods({ id: "a", source_id: "shop-a" }) })];
    const named = reach([product("a", { source_id: "mine" })]);
    const [told] = touchedEntries(targetsOf([named], known)).included;
    expect(told?.source_id).toBe("mine");
  });

  it("an excluded entry lists the lines that it left out", () => {
    const targets = targetsOf([reach([collection("pc_all")], [product("b"), product("z")])], SHOP);
    expect(touchedEntries(targets)).toEqual({
      included: [
        {
          object: "products_collection",
          id: "pc_all",
          effect: "APPLY_TO_EVERY",
          order_item_indices: [0],
        },
      ],
      excluded: [
        { object: "product", id: "b", effect: "APPLY_TO_EVERY", order_item_indices: [1] },
        { object: "product", id: "z", effect: "APPLY_TO_EVERY" },
      ],
    });
  });
});
