import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../src/async/actions";
import { AsyncActionType, keptAs } from "../../src/resources/async-actions/types";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { begun, sendCsv, sendRaw } from "../support/imports";

const listed = async (project: TestProject, query: string) => {
  const { body } = await project.get(`/v1/async-actions?${query}`);
  const ids: string[] = body.async_actions.map(({ id }: { id: string }) => id);
  return { ids, total: body.total };
};

describe("background work of a type", () => {
  it("is listed by the name that it is shown with: files apart from arrays", async () => {
    const project = await newProject();
    const codes = (code: string) => sendCsv(project, "/v1/vouchers/importCSV", `Code\n${code}\n`);
    const csv = begun(await codes("A-1"));
    const array = begun(
      await sendRaw(project, "/v1/vouchers/import", '[{"code":"B-1"}]', "application/json"),
    );
    const customers = begun(await sendCsv(project, "/v1/customers/importCSV", "Name\nAda\n"));
    const later = begun(await codes("A-2"));
    expect(await listed(project, "type=VOUCHERS.IMPORT_CSV")).toEqual({
      ids: [later, csv],
      total: 2,
    });
    expect(await listed(project, "type=VOUCHERS.IMPORT_CSV&order=created_at&limit=1")).toEqual({
      ids: [csv],
      total: 2,
    });
    expect((await listed(project, "type=VOUCHERS.IMPORT")).ids).toEqual([array]);
    expect((await listed(project, "type=CUSTOMERS.IMPORT_CSV")).ids).toEqual([customers]);
    expect((await listed(project, "type=EXPORT")).ids).toEqual([]);
    const past = "type=VOUCHERS.IMPORT_CSV&end_date=2020-01-01T00:00:00Z";
    expect((await listed(project, past)).ids).toEqual([]);
  });

  it("is of a known one", async () => {
    const project = await newProject();
    const reply = await project.get("/v1/async-actions?type=VOUCHERS_IMPORT");
    expect(failure(reply, 400, "invalid_query_params").details).toContain("VOUCHERS.IMPORT_CSV");
  });

  it("has a name in the API, whatever it is", () => {
    const kept = AsyncActionType.options.map((shown) => keptAs(shown).type);
    expect(
      ACTIONS.map(({ type }) => type).filter((type) => !kept.some((it) => it === type)),
    ).toEqual([]);
  });
});
