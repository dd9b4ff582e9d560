import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { expectSound } from "../support/invariants";
import { countsOf, parallel } from "../support/redeeming";

const discount = { type: "PERCENT", percent_off: 20 } as const;

const binned = async (project: TestProject): Promise<string> =>
  (await project.get("/v1/trash-bin")).body.data[0].id;

async function voucherIn(project: TestProject): Promise<string> {
  await project.post("/v1/vouchers/ONCE", { discount });
  await project.delete("/v1/vouchers/ONCE");
  return binned(project);
}

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

describe("the bin under parallel calls", () => {
  it.each([2, 50])("of %d restorations of one voucher one succeeds", async (count) => {
    const project = await newProject();
    const id = await voucherIn(project);
    const replies = await parallel(count, () => project.post(`/v1/trash-bin/${id}/restore`));
    expect(countsOf(replies)).toEqual({ "200": 1, "404 not_found": count - 1 });
    expect(await rowsOf("trash_bin", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it("of restorations and deletions for good of one voucher one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const project = await newProject();
      const id = await voucherIn(project);
      const replies = await parallel(10, (at) =>
        at % 2 === 0
          ? project.post(`/v1/trash-bin/${id}/restore`)
          : project.delete(`/v1/trash-bin/${id}`),
      );
      const isBack = (await project.get("/v1/vouchers/ONCE")).status === 200;
      expect(countsOf(replies)).toEqual({ [isBack ? "200" : "204"]: 1, "404 not_found": 9 });
      expect(await rowsOf("trash_bin", project.id)).toEqual([]);
      await expectSound(project.id);
    }
  });

  it("a code in the bin is never made anew, until it is there again or free", async () => {
    const project = await newProject();
    const id = await voucherIn(project);
    const replies = await parallel(20, (at) =>
      at === 7
        ? project.post(`/v1/trash-bin/${id}/restore`)
        : project.post("/v1/vouchers/ONCE", { discount }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "409 duplicate_found": 19 });
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("of a source id that two want, the product that comes back or the new one has it", async () => {
    for (let round = 0; round < 3; round++) {
      const project = await newProject();
      await project.post("/v1/products", { source_id: "shirt" });
      await project.delete("/v1/products/shirt");
      const id = await binned(project);
      await parallel(6, (at) =>
        at === 3
          ? project.post(`/v1/trash-bin/${id}/restore`)
          : project.post("/v1/products", { source_id: "shirt", name: `New ${at}` }),
      );
      expect(await rowsOf("products", project.id)).toHaveLength(1);
      await expectSound(project.id);
    }
  });

  it("a campaign that comes back takes its name once, and its vouchers once", async () => {
    const project = await newProject();
    const parent = await campaign(project, "Autumn");
    for (const name of ["ONE", "TWO"]) await code(project, parent, name);
    await project.delete(`/v1/campaigns/${parent}`);
    const id = await binned(project);
    await expect.poll(async () => (await rowsOf("trash_bin", project.id))[0]?.action_id).toBeNull();
    const replies = await parallel(10, () => project.post(`/v1/trash-bin/${id}/restore`));
    expect(statuses(replies).filter((status) => status === 202)).toHaveLength(1);
    await expect.poll(() => rowsOf("trash_bin", project.id)).toEqual([]);
    expect((await project.get(`/v1/campaigns/${parent}`)).body.vouchers_count).toBe(2);
    await expectSound(project.id);
  });
});
