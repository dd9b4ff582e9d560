import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";

async function shop(...codes: string[]): Promise<TestProject> {
  const project = await newProject();
  for (const code of codes) {
    const body = { code, discount: { type: "AMOUNT", amount_off: 100 } };
    expect((await project.post("/v1/vouchers", body)).status).toBe(200);
  }
  return project;
}

const listed = async (project: TestProject, query: string): Promise<string[]> => {
  const reply = await project.get(`/v1/vouchers?${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.vouchers.map(({ code }: { code: string }) => code).sort();
};

describe("bracket queries", () => {
  it("created_at[before] and [after], encoded or not", async () => {
    const project = await shop("A", "B");
    expect(await listed(project, "created_at[before]=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await listed(project, "created_at[after]=2020-01-01")).toEqual(["A", "B"]);
    expect(await listed(project, "created_at%5Bbefore%5D=2020-01-01")).toEqual([]);
    expect(
      await listed(project, "created_at[after]=2020-01-01&created_at[before]=2099-01-01"),
    ).toEqual(["A", "B"]);
  });

  it("a list as ids[]=, ids[0]=, ids= twice, or ids= once", async () => {
    const project = await shop("A", "B", "C");
    const { vouchers } = (await project.get("/v1/vouchers?order=code")).body;
    const [a, b] = vouchers.map(({ id }: { id: string }) => id);
    expect(await listed(project, `ids[]=${a}&ids[]=${b}`)).toEqual(["A", "B"]);
    expect(await listed(project, `ids[0]=${a}&ids[1]=${b}`)).toEqual(["A", "B"]);
    expect(await listed(project, `ids=${a}&ids=${b}`)).toEqual(["A", "B"]);
    expect(await listed(project, `ids=${a}`)).toEqual(["A"]);
  });

  it("a list of more than a hundred values, numbered or not, and none of more than a thousand", async () => {
    const project = await shop("A", "B");
    const query = (name: (at: number) => string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name(at)}=${at === 0 ? "A" : `X${at}`}`).join(
        "&",
      );
    const numbered = (at: number) => `filters[code][conditions][$in][${at}]`;
    for (const name of [numbered, () => "filters[code][conditions][$in][]"]) {
      expect(await listed(project, query(name, 150))).toEqual(["A"]);
      expect(await listed(project, query(name, 1_000))).toEqual(["A"]);
      const reply = await project.get(`/v1/vouchers?${query(name, 1_001)}`);
      expect(failure(reply, 400, "invalid_query_params").details).toBe(
        "Property .filters.code has more than 1000 values at operator '$in'",
      );
    }
    const ids = await project.get(`/v1/vouchers?${query((at) => `ids[${at}]`, 101)}`);
    expect(failure(ids, 400, "invalid_query_params").details).toBe(
      "Property .ids must NOT have more than 100 items",
    );
  });

  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "%s in filters is refused as any other name that is unknown",
    async (name) => {
      const project = await shop("A");
      const field = await project.get(`/v1/vouchers?filters[${name}][conditions][$is]=1`);
      expect(failure(field, 400, "invalid_query_params").details).toBe(
        `Property .filters.${name} is not a field that can be filtered by`,
      );
      const operator = await project.get(`/v1/vouchers?filters[code][conditions][${name}]=1`);
      expect(failure(operator, 400, "invalid_query_params").details).toMatch(
        `Property .filters.code does not take '${name}' but`,
      );
    },
  );

  it("unknown parameters are ignored, also hostile ones", async () => {
    const project = await shop("A");
    expect(await listed(project, "colour=green&__proto__[limit]=0&constructor[x]=1")).toEqual([
      "A",
    ]);
    expect(await listed(project, "[]=1&a[b][c][d][e][f][g][h]=1&%ZZ=%ZZ")).toEqual(["A"]);
  });

  it("a long name is told as far as a header takes it, and no character in halves", async () => {
    const project = await newProject();
    const reply = await project.get(`/v1/vouchers?${"a".repeat(99)}${encodeURIComponent("🎁")}=1`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-vouchsafe-ignored")).toBe(`${"a".repeat(99)}%EF%BF%BD`);
  });

  it("a GET with a JSON content type reads its query all the same", async () => {
    const project = await shop("A", "B");
    const reply = await project.get("/v1/vouchers?code=A", { "content-type": "application/json" });
    expect(reply.body.total).toBe(1);
  });
});

describe("list envelope", () => {
  it("names the property of its items and the number of all", async () => {
    const project = await shop("A", "B", "C");
    const { body } = await project.get("/v1/vouchers?limit=2&page=2&order=code");
    expect(Object.keys(body).sort()).toEqual([
      "data_ref",
      "has_more",
      "object",
      "total",
      "vouchers",
    ]);
    expect(body.object).toBe("list");
    expect(body.data_ref).toBe("vouchers");
    expect(body.total).toBe(3);
    expect(body.vouchers.map(({ code }: { code: string }) => code)).toEqual(["C"]);
  });

  it("has 10 items where no limit is sent, and takes 1 to 100", async () => {
    const project = await shop(..."ABCDEFGHIJK");
    expect((await project.get("/v1/vouchers")).body.vouchers).toHaveLength(10);
    expect((await project.get("/v1/vouchers?limit=1")).body.vouchers).toHaveLength(1);
    expect((await project.get("/v1/vouchers?limit=100&page=100")).body.vouchers).toHaveLength(0);
  });
});
