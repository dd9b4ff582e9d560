import { expect, it } from "vitest";
import { costOf, newProject } from "../support/api";
import { homeDb } from "../support/places";
import { campaign, codes, publish } from "../support/publishing";
import { workOf } from "../support/work";

/** A static campaign whose codes were made one after the other. */
async function stocked() {
  const project = await newProject();
  const id = await campaign(project, "Static");
  await codes(project, id, { prefix: "CODE", to: 20 });
  await homeDb()
    .prepare(
      `UPDATE vouchers SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at,
        substr(code, 6) || '.1 seconds') WHERE project_id = ?1`,
    )
    .bind(project.id)
    .run();
  return project;
}

it("a publication of a static campaign to who had one before writes 19 rows, and one when it is taken up", async () => {
  const project = await stocked();
  const written = async (to: string) => {
    const reply = await publish(project, to, { campaign: { name: "Static" } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return costOf(reply).written;
  };
  for (const to of ["ada", "bob"]) await written(to);
  await workOf(project);
  // The voucher with its place among the free ones, among those that were changed and among its
  // holder's; what its holder may use, with its object and its kind; the publication, which keeps the
  // entry of the audit log, its customer's and its campaign's; the holder, and what it holds; the
  // membership, the campaign's day, the tally; three events, two of which the customer finds by the
  // last.
  expect(await written("ada")).toBe(4 + 3 + 3 + 2 + 1 + 1 + 1 + (3 + 1));
  expect(await workOf(project)).toEqual({ messages: 1, batches: 2, statements: 2, written: 1 });
});
