import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { forgetExports } from "../../src/async/sweeps/forget-exports";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { begun, exported, piecesOf } from "../support/exporting";
import { bucketWith } from "../support/faults";
import { homeDb, homeName, visitOf } from "../support/places";

const DAY = 86_400_000;

const idsOf = async (project: TestProject) =>
  (await rowsOf("exports", project.id)).map(({ id }) => String(id));

/** One sweep deletes ten at most, the oldest first: those of other files are not in the way. */
beforeEach(async () => {
  const others = homeDb().prepare("SELECT count(*) AS count FROM exports");
  const count = (await others.first<number>("count")) ?? 0;
  for (let gone = 0; gone < count; gone += 10) {
    await forgetExports.run(visitOf(homeName(), Date.now() + 40 * DAY));
  }
});

it("exports leave after 30 days with all pieces of their files, those of others stay", async () => {
  const project = await newProject();
  await exported(project, { exported_object: "order" });
  const open = await begun(project, { exported_object: "order" });
  const [done = ""] = (await idsOf(project)).filter((id) => id !== open);
  // As if the file had more pieces than one call deletes.
  const names = Array.from({ length: 1_000 }, (_, at) => String(at + 1).padStart(6, "0"));
  await Promise.all(
    names.map((name) => env.EXPORTS.put(`exports/${project.id}/${done}/${name}`, "")),
  );
  const [{ created_at } = { created_at: "" }] = await rowsOf("exports", project.id);
  const until = Date.parse(String(created_at)) + 30 * DAY;
  await forgetExports.run(visitOf(homeName(), until));
  expect((await idsOf(project)).sort()).toEqual([done, open].sort());
  await forgetExports.run(visitOf(homeName(), until + 10_000));
  expect(await idsOf(project)).toEqual([]);
  expect(await piecesOf(project, done)).toEqual([]);
  expect(await rowsOf("tallies", project.id)).toMatchObject([{ exports: 0 }]);
  expect((await project.get(`/v1/exports/${done}`)).status).toBe(404);
  expect((await project.get("/v1/exports")).body).toMatchObject({ exports: [], total: 0 });
});

it("an export stays while pieces of its file do: the next sweep goes on with them", async () => {
  const project = await newProject();
  await exported(project, { exported_object: "order" });
  const [id = ""] = await idsOf(project);
  let asked = 0;
  // A file of so many pieces that there are always more of them.
  const list = async (): Promise<R2Objects> => {
    asked += 1;
    return { objects: [], delimitedPrefixes: [], truncated: true, cursor: "" };
  };
  const visit = visitOf(homeName(), Date.now() + 31 * DAY);
  await forgetExports.run({ ...visit, env: { ...env, EXPORTS: bucketWith({ list }) } });
  expect(asked).toBe(10);
  expect(await idsOf(project)).toEqual([id]);
  await forgetExports.run(visit);
  expect(await idsOf(project)).toEqual([]);
});
