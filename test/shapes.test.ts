import { describe, expect, it } from "vitest";
import { isDocumented, parametersOf, SHAPED, undeclaredIn } from "./support/declared-fields";
import queries from "./support/shapes/queries.json";
import { isAbout, UNDECLARED } from "./support/shapes/undeclared";

/** Parameters that are ignored, with the reason why. */
const IGNORED: Record<string, string> = {
  "GET /v1/campaigns access_settings":
    "there are no areas and stores that campaigns could be assigned to",
  "GET /v1/customers/:customerId/activities product_id": "events name no product",
  "GET /v1/exports/:export_Id token": "the file has an address of its own, with the token",
  "GET /v1/product-collections/:productCollectionId/products order":
    "goods of a collection stand in the order of ids, and go on by `starting_after_id`",
  "GET /v1/product-collections/:productCollectionId/products starting_after":
    "goods of a collection stand in the order of ids, and go on by `starting_after_id`",
  "POST /v1/validation-rules/:validationRuleId/assignments force":
    "nothing keeps a rule from being assigned that could be overruled",
};

/** `created_at[after]` is a part of `created_at`. */
const whole = (name: string): string => name.replace(/\[.*$/, "");

describe("the document beside the shapes of the reference service", () => {
  it("has every operation", () => {
    expect(SHAPED).toHaveLength(257);
    expect(SHAPED.filter((operation) => !isDocumented(operation))).toEqual([]);
  });

  it("has every parameter, but those that are ignored for a reason", () => {
    const left = Object.entries(queries).flatMap(([operation, parameters]) => {
      const ours = new Set(parametersOf(operation));
      return isDocumented(operation)
        ? Object.keys(parameters)
            .filter((name) => !ours.has(whole(name)))
            .map((name) => `${operation} ${name}`)
        : [];
    });
    expect(left.sort()).toEqual(Object.keys(IGNORED).sort());
  });

  it.each(SHAPED)(
    "%s has every field of its answer, but those that are left out for a reason",
    (operation) => {
      const left = undeclaredIn(operation).filter(
        (place) => !UNDECLARED.some((rule) => isAbout(rule, operation, place)),
      );
      expect(left).toEqual([]);
    },
  );

  it("leaves nothing out for a reason that is none", () => {
    const places = SHAPED.flatMap((operation) =>
      undeclaredIn(operation).map((place) => ({ operation, place })),
    );
    const idle = UNDECLARED.flatMap(({ fields, ...rule }) =>
      fields.filter(
        (field) =>
          !places.some(({ operation, place }) =>
            isAbout({ ...rule, fields: [field] }, operation, place),
          ),
      ),
    );
    expect(idle).toEqual([]);
  });
});
