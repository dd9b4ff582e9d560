import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newProject, rowsOf, sendAsIs } from "../support/api";
import { failure } from "../support/failure";
import { begun, ended, resultOf, sendCsv, sendRaw, stock } from "../support/imports";

const CSV = "/v1/customers/importCSV";
const JSON_PATH = "/v1/vouchers/import";
const MIB = 1024 * 1024;

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
    ),
  );

/** A body without known length, in pieces of a mebibyte. */
const streamed = (pieces: number, head: string) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(head));
      for (let at = 0; at < pieces; at++) controller.enqueue(Buffer.alloc(MIB, "x,y,z,abc\n"));
      controller.close();
    },
  });

describe("400 at once, and nothing is stored", () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    [
      "no known column",
      "Code,Value\nA,1",
      "Column 'Source ID' or 'Name' or 'Email' or 'Phone' is missing",
    ],
    ["an untitled column", "Name,,Email\nJane,x,j@x", "Column 2 has no title"],
    [
      "a column twice",
      "Source ID,source_id\na,b",
      "Columns 'Source ID' and 'source_id' are the same",
    ],
    ["metadata twice", "Name,Tier,Tier\na,b,c", "Columns 'Tier' and 'Tier' are the same"],
    [
      "metadata twice, once as exports call it",
      "Name,Tier,Metadata.Tier\na,b,c",
      "Columns 'Tier' and 'Metadata.Tier' are the same",
    ],
    ["501 columns", `Name${",a".repeat(500)}\nJane`, "The file has more than 500 columns"],
    [
      "a title of 256 characters",
      `Name,${"x".repeat(256)}\na,b`,
      "The title of column 2 has more than 255 characters",
    ],
    ["an empty file", "", "The file has no rows"],
    ["titles only", "Name,Email\n\n  \n", "The file has no rows"],
    ["an open quote", 'Name,Email\na,b\n"c,d\ne,f', "Row 3: a quote is left open"],
    [
      "a quote inside a quoted cell",
      'Name,Email\n"a"b"",c\nd,e',
      "Row 2: a quote inside a quoted cell must be written twice",
    ],
    [
      "Latin-1",
      bytes("Name,City\nJane,Bonn\nBob,K", [0xf6], "ln\n"),
      "The file is not UTF-8 text: row 3 cannot be read",
    ],
    [
      "UTF-16 with a mark",
      bytes([0xff, 0xfe], [...utf16("Name\nJane")]),
      "The file is not UTF-8 text: row 1 cannot be read",
    ],
    [
      "UTF-16 without one",
      utf16("Name\nJane"),
      "The file is not UTF-8 text: it has null characters",
    ],
    [
      "a line of 5 MB",
      `Name,Email\na,b\n${"x".repeat(5 * MIB)},c\n`,
      "Row 3 is longer than 1048576 characters; is a quote left open in it?",
    ],
    [
      "a quoted cell of 5 MB",
      `Name,Email\n"${"x\n".repeat(2.5 * MIB)}",c\n`,
      "Row 2 is longer than 1048576 characters; is a quote left open in it?",
    ],
    ["100,001 rows", `Name\n${"a\n".repeat(100_001)}`, "The file has more than 100000 rows"],
  ])("%s", async (_name, csv, details) => {
    const project = await newProject();
    const body = failure(await sendCsv(project, CSV, csv), 400, "invalid_import");
    expect(body.details).toBe(details);
    expect(failure(await sendRaw(project, CSV, csv), 400, "invalid_import").details).toBe(details);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
    expect((await env.EXPORTS.list({ prefix: `imports/${project.id}/` })).objects).toEqual([]);
  });

  it.each([
    ["{}", "The body is not a JSON array"],
    ['"[]"', "The body is not a JSON array"],
    ["[{}", "The body is not a JSON array"],
    ["[{}]]", "The body is not a JSON array"],
    ["[{},]", "Row 2 is not valid JSON"],
    ["[{} {}]", "Row 1 is not valid JSON"],
    ["[{'code':1}]", "Row 1 is not valid JSON"],
    ['[{"code":"A"},{"gift":{"amount":1e999}}]', "Row 2 has a number that is too large"],
    [`[${"[".repeat(64)}${"]".repeat(64)}]`, "Row 1 nests deeper than 64 levels"],
    [`[{},{"code":"${"x".repeat(MIB)}"}]`, "Row 2 is longer than 1048576 characters"],
    [`[${"1,".repeat(100_000)}1]`, "The file has more than 100000 rows"],
  ])("JSON that is no array of rows: %#", async (text, details) => {
    const project = await newProject();
    const reply = await sendRaw(project, JSON_PATH, text, "application/json");
    expect(failure(reply, 400, "invalid_import").details).toBe(details);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("a form without the file, and one that is none", async () => {
    const project = await newProject();
    const other = new FormData();
    other.append("file", "Name\nJane");
    for (const reply of [await project.post(CSV, other), await project.post(CSV)]) {
      const { details } = failure(reply, 400, "invalid_payload");
      expect(details).toBe("Payload should have required property 'file'");
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
    const broken = await sendRaw(project, CSV, "Name\nJane", "multipart/form-data");
    expect(failure(broken, 400, "invalid_import").details).toBe("The form has no boundary");
    const torn = await sendRaw(project, CSV, "--b\r\nx", "multipart/form-data; boundary=b");
    expect(failure(torn, 400, "invalid_import").details).toBe("The form cannot be read");
  });
});

describe("413 and 415", () => {
  it("413: a byte over 10 MiB, as a form, as a body and as a stream", async () => {
    const project = await newProject();
    const row = "name\n".repeat(2 * MIB);
    expect(row).toHaveLength(10 * MIB);
    const tooLong = `${row}x`;
    const form = failure(await sendCsv(project, CSV, tooLong), 413, "query_too_large");
    expect(form.details).toBe("The file is larger than 10485760 bytes");
    const raw = failure(await sendRaw(project, CSV, tooLong), 413, "query_too_large");
    expect(raw.details).toBe("The body is larger than 10485760 bytes");
    failure(await sendRaw(project, CSV, streamed(11, "Name\n")), 413, "query_too_large");
    const json = await sendRaw(project, JSON_PATH, tooLong, "application/json");
    failure(json, 413, "query_too_large");
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("415: JSON for a file, a file for JSON, and other types", async () => {
    const project = await newProject();
    for (const [path, type] of [
      [CSV, "application/json"],
      [CSV, "text/plain"],
      [JSON_PATH, "text/csv"],
      [JSON_PATH, "multipart/form-data"],
    ] as const) {
      const reply = await sendRaw(project, path, "Name\nJane", type);
      failure(reply, 415, "unsupported_media_type");
    }
    failure(await sendRaw(project, "/v1/customers", "Name\nJane"), 415, "unsupported_media_type");
  });
});

describe("202", () => {
  const names = async (project: Awaited<ReturnType<typeof newProject>>) =>
    (await rowsOf("customers", project.id)).map(({ source_id, name }) => [source_id, name]);

  it.each<[string, string | Uint8Array<ArrayBuffer>, unknown[][]]>([
    ["a byte order mark", "\ufeffSource ID,Name\na,b", [["a", "b"]]],
    [
      "CR LF, and empty lines",
      '\r\nSource ID,Name\r\n\r\na,b\r\n,\r\n\r\nc,"d"\r\n',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["semicolons", "Source ID;Name\na;b,c", [["a", "b,c"]]],
    ["semicolons behind empty lines", "\r\n \nSource ID;Name\na;b,c", [["a", "b,c"]]],
    ["tabs", "Source ID\tName\na\tb", [["a", "b"]]],
    ["tabs between quoted titles", '"Source ID"\t"Name"\n"a"\t"b,c"', [["a", "b,c"]]],
    [
      "a return that ends the last cell, quoted as exports write it",
      'Source ID,Name\r\na,"b\r"\r\nc,d"\r\n',
      [
        ["a", "b\r"],
        ["c", 'd"'],
      ],
    ],
    ["quotes", '"Source ID",Name\na,"b, ""c""\nd"', [["a", 'b, "c"\nd']]],
    ["letters of all kinds", "Source ID,Name\nö,日本語 👩‍👩‍👧", [["ö", "日本語 👩‍👩‍👧"]]],
    [
      "empty columns at the end",
      "Source ID,Name,,\na,b,,\nc,d,,",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "cells that look like formulas",
      'Source ID,Name\na,"=HYPERLINK(""x"")"\nb,+1\nc,-1\nd,@x\ne,"\tx"',
      [
        ["a", '=HYPERLINK("x")'],
        ["b", "+1"],
        ["c", "-1"],
        ["d", "@x"],
        ["e", "\tx"],
      ],
    ],
    ["spaces around cells", "Source ID, Name \n a , b c ", [["a", "b c"]]],
  ])("%s", async (_name, csv, expected) => {
    const project = await newProject();
    const result = await resultOf(project, await sendRaw(project, CSV, csv));
    expect(result).toMatchObject({ operation_status: "SUCCESS", rows: expected.length });
    expect(await names(project)).toEqual(expected);
  });

  it("a file cut anywhere by the pieces that it is read in", async () => {
    const project = await newProject();
    const long = "x".repeat(200);
    const lines = Array.from(
      { length: 300 },
      (_, at) => `c${at},"é ""${at}""\r\n日本 ${at}, ${long}"`,
    );
    const csv = `Source ID,Name\r\n${lines.join("\r\n")}`;
    expect(csv.length).toBeGreaterThan(65_536);
    const result = await resultOf(project, await sendCsv(project, CSV, csv));
    expect(result).toMatchObject({ operation_status: "SUCCESS", created: 300 });
    expect(await names(project)).toEqual(
      lines.map((_, at) => [`c${at}`, `é "${at}"\r\n日本 ${at}, ${long}`]),
    );
  });

  it("a form whose boundary stands in the body only, and a body without a type", async () => {
    const project = await newProject();
    const body = [
      "--b1",
      'Content-Disposition: form-data; name="file"; filename="a.csv"',
      "Content-Type: text/csv",
      "",
      "Source ID\na",
      "--b1--",
      "",
    ].join("\r\n");
    await resultOf(project, await sendRaw(project, CSV, body, "multipart/form-data"));
    const headers = { ...project.server };
    const untyped = await sendAsIs(CSV, {
      method: "POST",
      headers,
      body: Buffer.from("Source ID\nb"),
    });
    await resultOf(project, untyped);
    expect((await names(project)).map(([id]) => id)).toEqual(["a", "b"]);
  });
});

describe("an Idempotency-Key on an upload", () => {
  const key = { "idempotency-key": "upload-1" };

  it("replays the first answer to the same file, whatever the form's boundary", async () => {
    const project = await newProject();
    const first = await sendCsv(project, CSV, "Name\nJane", key);
    const id = begun(first);
    await ended(project, id);
    const again = await sendCsv(project, CSV, "Name\nJane", key);
    expect(begun(again)).toBe(id);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
    expect(await rowsOf("async_actions", project.id)).toHaveLength(1);
    expect((await env.EXPORTS.list({ prefix: `imports/${project.id}/` })).objects).toEqual([]);
  });

  it("422: another file, and another path", async () => {
    const project = await newProject();
    await ended(project, begun(await sendCsv(project, CSV, "Name\nJane", key)));
    const before = await stock(project);
    failure(await sendCsv(project, CSV, "Name\nJohn", key), 422, "idempotency_key_reused");
    const other = await sendCsv(project, "/v1/products/importCSV", "Name\nJane", key);
    failure(other, 422, "idempotency_key_reused");
    expect(await stock(project)).toEqual(before);
  });

  it("ten at once begin one import and leave one file", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sendCsv(project, CSV, "Name\nJane", key)),
    );
    const ids = new Set(replies.map(begun));
    expect(ids.size).toBe(1);
    await ended(project, [...ids][0] ?? "");
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
    expect((await env.EXPORTS.list({ prefix: `imports/${project.id}/` })).objects).toEqual([]);
  });
});
