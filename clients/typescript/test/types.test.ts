import { describe, expectTypeOf, it } from "vitest";
import {
  answerOf,
  type ErrorBody,
  managementClient,
  type Schemas,
  serverClient,
  shopClient,
} from "../src";

const face = { baseUrl: "http://127.0.0.1", id: "id", token: "token" };
const server = serverClient(face);
const shop = shopClient(face);
const management = managementClient(face);

/** Held by the compiler: nothing in here runs. */
const uncalled = (_: () => unknown) => undefined;

describe("what compiles", () => {
  it("answers have the types of the document, errors that of the error body", () => {
    uncalled(async () => {
      const { data, error } = await server.GET("/v1/vouchers/{code}", {
        params: { path: { code: "A" } },
      });
      expectTypeOf(data).toEqualTypeOf<Schemas["Voucher"] | undefined>();
      expectTypeOf(error).toEqualTypeOf<ErrorBody | undefined>();
      if (data?.discount?.type === "PERCENT") {
        expectTypeOf(data.discount.percent_off).toEqualTypeOf<number>();
      }
    });
  });

  it("what answers no body has no data, and a file is a text", () => {
    uncalled(async () => {
      const path = { code: "A", exportId: "exp_1" };
      const gone = answerOf(server.DELETE("/v1/vouchers/{code}", { params: { path } }));
      expectTypeOf(gone).resolves.toEqualTypeOf<undefined>();
      const file = server.GET("/v1/exports/{exportId}/download", {
        params: { path, query: { token: "t" } },
        parseAs: "text",
      });
      expectTypeOf(answerOf(file)).resolves.toEqualTypeOf<string>();
    });
  });
});

describe("what does not compile", () => {
  it("paths of another family, and methods that a path has not", () => {
    uncalled(() => {
      // @ts-expect-error a page lists no vouchers of /v1
      shop.GET("/v1/vouchers");
      // @ts-expect-error projects are made with a management key
      server.POST("/management/v1/projects", { body: { name: "Shop" } });
      // @ts-expect-error keys are no business of a page
      management.GET("/client/v1/vouchers");
      // @ts-expect-error validations are not read
      server.GET("/v1/validations");
    });
  });

  it("parameters that are missing, misspelt or of another type", () => {
    uncalled(() => {
      // @ts-expect-error which one?
      server.GET("/v1/vouchers/{code}");
      // @ts-expect-error the path has no such parameter
      server.GET("/v1/vouchers/{code}", { params: { path: { cod: "A" } } });
      // @ts-expect-error misspelt
      server.GET("/v1/vouchers", { params: { query: { limitt: 3 } } });
      // @ts-expect-error no such order
      server.GET("/v1/vouchers", { params: { query: { order: "colour" } } });
      // @ts-expect-error a range has bounds
      server.GET("/v1/vouchers", { params: { query: { created_at: "2026-01-01" } } });
    });
  });

  it("bodies that the service would refuse", () => {
    uncalled(() => {
      // @ts-expect-error a validation is of something
      server.POST("/v1/validations");
      // @ts-expect-error misspelt
      server.POST("/v1/vouchers", { body: { typ: "DISCOUNT_VOUCHER" } });
      server.POST("/v1/vouchers", {
        // @ts-expect-error no such kind
        body: { type: "DISCOUNT" },
      });
      server.POST("/v1/vouchers", {
        // @ts-expect-error a percentage is no amount
        body: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", amount_off: 5 } },
      });
    });
  });

  it("credentials by halves", () => {
    uncalled(() => {
      // @ts-expect-error a key has a token
      serverClient({ id: "id" });
      // @ts-expect-error management takes no access token
      managementClient({ accessToken: "t" });
    });
  });
});
