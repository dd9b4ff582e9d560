import { expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, codes, publish } from "../support/publishing";

// Events of one customer that follow each other in a commit are found by the last of them.

/** A customer's activity, page by page. */
async function told(project: TestProject, name: string, order: string, limit: number) {
  const all = [];
  let after = "";
  for (;;) {
    const path = `/v1/customers/${name}/activity?order=${order}&limit=${limit}${after}`;
    const { status, body } = await project.get(path);
    expect(status).toBe(200);
    all.push(...body.data);
    if (!body.has_more) return all;
    after = `&starting_after_id=${body.more_starting_after}`;
  }
}

const runsOf = async (project: TestProject) => {
  const rows = await rowsOf("outbox", project.id);
  return rows.map(({ kind, customer_id, run }) => [kind, customer_id !== null, run]);
};

it("a publication's events stand in the activity one by one, on pages of any length", async () => {
  const project = await newProject();
  const id = await campaign(project, "Static");
  await codes(project, id, { prefix: "CODE", to: 40 });
  for (let at = 0; at < 12; at++) {
    const reply = await publish(project, "ada", { campaign: { name: "Static" } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  const rows = await rowsOf("outbox", project.id);
  const [ada] = await rowsOf("customers", project.id);
  const own = rows.filter(({ customer_id }) => customer_id === ada?.id);
  const found = own.filter(({ run }) => Number(run) > 0);
  // Each is in one run.
  expect(found.reduce((sum, { run }) => sum + Number(run), 0)).toBe(own.length);
  expect(found.length).toBeLessThan(own.length);
  const all = await told(project, "ada", "created_at", 100);
  expect(all.length).toBeGreaterThanOrEqual(12);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const limit of [1, 4, 7]) {
    expect(await told(project, "ada", "created_at", limit), String(limit)).toEqual(all);
    expect(await told(project, "ada", "-created_at", limit), String(limit)).toEqual(
      all.toReversed(),
    );
  }
});

it("an event of somebody else, or of nobody, ends a run", async () => {
  const project = await newProject();
  const id = await campaign(project, "Static");
  await codes(project, id, { prefix: "CODE", to: 3 });
  await publish(project, "ada", { campaign: { name: "Static" } });
  const runs = await runsOf(project);
  const ends = runs.map(([, isOfSomebody, run], at) => {
    const isLast = at === runs.length - 1 || runs[at + 1]?.[1] === false;
    return !isOfSomebody ? run === 1 : isLast ? Number(run) > 0 : run === 0;
  });
  expect(runs.length).toBeGreaterThan(3);
  expect(ends, JSON.stringify(runs)).toEqual(runs.map(() => true));
});
