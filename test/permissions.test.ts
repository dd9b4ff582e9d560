import { describe, expect, it } from "vitest";
import { operations } from "../src/api/operations";
import {
  CLIENT_PERMISSIONS,
  MANAGEMENT_PERMISSIONS,
  SERVER_PERMISSIONS,
} from "../src/model/permission-names";
import { type Can, mayCall } from "../src/model/permissions";

describe("mayCall", () => {
  it.each<[string, string[] | null, Can, boolean]>([
    ["all of them", null, "vouchers", true],
    ["all of them, above projects too", null, "deployment", true],
    ["the one that is asked for", ["orders", "vouchers"], "vouchers", true],
    ["another one", ["orders"], "vouchers", false],
    ["one that begins alike", ["validation-rules"], "validation-rules-assignments", false],
    ["none", [], "vouchers", false],
    ["the whole of /v1", ["api"], "product-collections", true],
    ["the whole of /v1, of a browser", ["api"], "client_redeem", false],
    ["the whole of /v1, of management", ["api"], "read", false],
    ["the whole of /client/v1", ["client_api"], "client_vouchers", true],
    ["the whole of /client/v1, of a back end", ["client_api"], "vouchers", false],
    ["a browser's twin", ["client_vouchers"], "vouchers", false],
    ["reading, to write", ["read"], "write", false],
    ["all of a project's management", ["read", "write"], "deployment", false],
  ])("with %s", (_, permissions, can, expected) => {
    expect(mayCall(permissions, can)).toBe(expected);
  });
});

describe("operations", () => {
  const asked = (family: string): string[] => [
    ...new Set(operations.filter((each) => each.family === family).map(({ can }) => String(can))),
  ];

  it("ask for what keys of their family can be given", () => {
    // What makes and ends tokens asks for none of them: only keys come in.
    expect(asked("server").filter((can) => !SERVER_PERMISSIONS.some((one) => one === can))).toEqual(
      ["key"],
    );
    expect(asked("client").filter((can) => !CLIENT_PERMISSIONS.some((one) => one === can))).toEqual(
      [],
    );
    expect(asked("management").sort()).toEqual(["deployment", ...MANAGEMENT_PERMISSIONS]);
  });

  it("ask for nothing only behind signed links", () => {
    const open = operations.filter(({ can }) => can === null).map(({ path }) => path);
    expect(open).toEqual([
      "/v1/exports/:exportId/download",
      "/assets/qr/:id",
      "/assets/barcode/:id",
    ]);
  });
});
