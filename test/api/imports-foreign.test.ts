import { describe, expect, it } from "vitest";
import { newProject } from "../support/api";
import { failure } from "../support/failure";
import { resultOf, sendCsv } from "../support/imports";

const CSV = "/v1/vouchers/importCSV";

describe("a file of another system", () => {
  it.each([
    "usage_limit",
    "max_uses",
    "limit",
    "starts_at",
    "ends_at",
    "expires_at",
    "Expires On",
    "expiry",
    "expiry_date",
    "date_expires",
    "valid_until",
    "valid_from",
    "status",
    "enabled",
    "once_per_customer",
    "usage_limit_per_user",
    "minimum_amount",
    "Min. spend",
    "maximum_amount",
    "prerequisite_subtotal_min",
    "exclude_sale_items",
  ])("is refused for its column %s, which would limit nothing", async (title) => {
    const project = await newProject();
    const csv = `code,value,${title}\nRC,10,1`;
    const { details } = failure(await sendCsv(project, CSV, csv), 400, "invalid_import");
    expect(details).toBe(
      `Column '${title}' would become metadata and limit nothing. Use a column that imports know, or write 'Metadata.${title}' to keep it as metadata`,
    );
    failure(await project.get("/v1/vouchers/RC"), 404, "not_found");
  });

  it("keeps such a column that says that it is metadata", async () => {
    const project = await newProject();
    const csv = "code,value,Metadata.usage_limit,Season\nRC,10,1,summer";
    expect(await resultOf(project, await sendCsv(project, CSV, csv))).toMatchObject({
      created: 1,
      metadata_columns: ["Season"],
    });
    const { body } = await project.get("/v1/vouchers/RC");
    expect(body.metadata).toEqual({ usage_limit: "1", Season: "summer" });
  });

  it.each(["Order Total", "cart_amount", "Currency", "list price"])(
    "is refused where it calls a discount FIXED beside a column %s",
    async (title) => {
      const project = await newProject();
      const csv = `code,discount_type,value,${title}\nFLAT,FIXED,5.00,80.00`;
      const result = await resultOf(project, await sendCsv(project, CSV, csv));
      expect(result).toMatchObject({ created: 0, failed_count: 1 });
      expect(result.failed).toEqual([
        {
          row: 2,
          column: "discount_type",
          reason: `FIXED is the price that is left to pay, and '${title}' is no column of an import; write AMOUNT for an amount off, or leave the column out`,
        },
      ]);
      failure(await project.get("/v1/vouchers/FLAT"), 404, "not_found");
    },
  );

  it("takes FIXED as a price where no other column says amounts", async () => {
    const project = await newProject();
    const csv = "code,discount_type,value,Season\nFLAT,FIXED,5.00,summer";
    expect(await resultOf(project, await sendCsv(project, CSV, csv))).toMatchObject({ created: 1 });
    const { body } = await project.get("/v1/vouchers/FLAT");
    expect(body.discount).toMatchObject({ type: "FIXED", fixed_amount: 500 });
  });
});
