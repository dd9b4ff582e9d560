import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { eventKinds, newProject, parsed, rowsOf } from "../support/api";
import { resultOf, sendCsv, stock } from "../support/imports";
import { expectSound } from "../support/invariants";

const PATH = "/v1/customers/importCSV";

describe("POST /v1/customers/importCSV", () => {
  it("202: creates and updates by source id, with address and metadata", async () => {
    const project = await newProject();
    await project.post("/v1/customers", {
      source_id: "jane",
      name: "Jane",
      phone: "1",
      address: { city: "Bonn", country: "DE" },
      metadata: { tier: "gold", old: true },
    });
    const csv = [
      "Name,SOURCE_ID,Email,birthdate,City,Line 1,Postal Code,Tier,Lucky Number",
      'Jane Doe,jane,jane@example.com,1990-02-28,"Berlin",,10115,silver,',
      '"Smith, ""Bob""",bob,,,Köln,"Ring 1\r\nBack yard",,,7',
    ].join("\r\n");
    const result = await resultOf(project, await sendCsv(project, PATH, csv));
    expect(result).toEqual({
      operation_status: "SUCCESS",
      rows: 2,
      created: 1,
      updated: 1,
      message: "2 of 2 rows were imported",
      done_count: 2,
      failed_count: 0,
      failed: [],
      metadata_columns: ["Tier", "Lucky Number"],
    });
    const jane = parsed(Customer, await project.get("/v1/customers/jane"));
    expect(jane).toMatchObject({
      name: "Jane Doe",
      phone: "1",
      email: "jane@example.com",
      birthdate: "1990-02-28",
      address: { city: "Berlin", country: "DE", postal_code: "10115" },
      metadata: { tier: "gold", old: true, Tier: "silver" },
    });
    expect(jane.updated_at).toMatch(/Z$/);
    const bob = parsed(Customer, await project.get("/v1/customers/bob"));
    expect(bob).toMatchObject({
      name: 'Smith, "Bob"',
      address: { city: "Köln", line_1: "Ring 1\r\nBack yard" },
      metadata: { "Lucky Number": "7" },
    });
    expect(bob).not.toHaveProperty("email");
    expect(await eventKinds(project.id)).toEqual([
      "customer.created",
      "customer.created",
      "customer.updated",
    ]);
    const told = (await rowsOf("outbox", project.id)).map(({ customer_id }) => customer_id);
    expect(told.slice(1)).toEqual([bob.id, jane.id]);
    await expectSound(project.id);
  });

  it("202: bad rows are told with row and column, and nothing of the file is stored", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "old", name: "Old" });
    const before = await stock(project);
    const csv = [
      "Source ID,Name,Birthdate",
      "a,Anna,1990-01-01",
      'b,"Two\nlines",31.12.1990',
      "c,Carl,1990-02-30",
      "a,Again,",
      "d,too,many,cells",
      `e,${"x".repeat(256)},`,
      "old,New,",
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, PATH, csv));
    expect(result).toEqual({
      operation_status: "FAILED",
      rows: 7,
      created: 0,
      updated: 0,
      message: "0 of 7 rows were imported",
      done_count: 0,
      failed_count: 5,
      failed: [
        {
          row: 3,
          column: "Birthdate",
          reason: "cannot be recognized as a ISO-8601 compliant date; it is '31.12.1990'",
        },
        {
          row: 5,
          column: "Birthdate",
          reason: "cannot be recognized as a ISO-8601 compliant date; it is '1990-02-30'",
        },
        { row: 6, column: "Source ID", reason: "is the same as in row 2" },
        { row: 7, reason: "has 4 cells, the first row has 3" },
        {
          row: 8,
          column: "Name",
          reason: `must NOT have more than 255 characters; it is '${"x".repeat(60)}...'`,
        },
      ],
      metadata_columns: [],
    });
    expect(await stock(project)).toEqual(before);
  });

  it("202: a column of all metadata whose object cannot be read is a bad row", async () => {
    const project = await newProject();
    const before = await stock(project);
    const torn = 'Source ID,Metadata,tier\na,"{""x"":1}",gold\nb,"{""x"":1",gold\n';
    const result = await resultOf(project, await sendCsv(project, PATH, torn));
    expect(result).toMatchObject({
      operation_status: "FAILED",
      failed: [{ row: 3, column: "Metadata", reason: "must be object; it is '{\"x\":1'" }],
    });
    expect(await stock(project)).toEqual(before);
    // What is no object is a property of that name, as of any other.
    const plain = "Source ID,Metadata\nc,none\nd,[1]\n";
    const kept = await resultOf(project, await sendCsv(project, PATH, plain));
    expect(kept).toMatchObject({ operation_status: "SUCCESS", created: 2 });
    const c = parsed(Customer, await project.get("/v1/customers/c"));
    expect(c.metadata).toEqual({ Metadata: "none" });
  });
});
