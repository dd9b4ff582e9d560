import { describe, expect, it } from "vitest";
import { targetsOf } from "../../../src/engine/targets/targets";
import { touchedEntries } from "../../../src/engine/targets/touched";
import { collection, inAll, line, product, reach } from "./shelf";

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

  it("an entry that touched nothing stands there as it is kept", () => {
    expect(touchedEntries(targetsOf([reach([product("z")])], SHOP)).included).toEqual([
      { object: "product", id: "z" },
    ]);
  });

  it("an excluded entry lists the lines that it left out", () => {
    const targets = targetsOf([reach([collection("pc_all")], [product("b"), product("z")])], SHOP);
    expect(touchedEntries(targets)).toEqual({
      included: [{ object: "products_collection", id: "pc_all", order_item_indices: [0] }],
      excluded: [
        { object: "product", id: "b", order_item_indices: [1] },
        { object: "product", id: "z" },
      ],
    });
  });
});
