import { describe, expect, it } from "vitest";
import { ProjectWithSecrets } from "../../src/resources/management/projects/schema";
import { User, UserList } from "../../src/resources/management/users/schema";
import { DEPLOYMENT, newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import { complaints } from "../support/client-schema";
import { failure } from "../support/failure";

const users = ({ id }: Pick<TestProject, "id">) => `/management/v1/projects/${id}/users`;

const invite = (headers: Record<string, string>, sent: object) =>
  send("POST", "/management/v1/projects/users/invite", headers, {
    email: "sam.smith@shop.example",
    first_name: "Sam",
    last_name: "Smith",
    ...sent,
  });

const listed = async (project: TestProject) => parsed(UserList, await project.get(users(project)));

describe("users of a project", () => {
  it("are assigned, listed, given another role, and taken out", async () => {
    const project = await newProject();
    const sent = { login: "kim@shop.example", role: "ADMIN" };
    const reply = await project.post(users(project), sent);
    const kim = parsed(User, reply);
    expect(kim).toEqual({
      id: expect.stringMatching(/^user_/),
      login: "kim@shop.example",
      email: "kim@shop.example",
      first_name: "",
      last_name: "",
      projects: { [project.id]: "ADMIN" },
      is_owner: false,
    });
    const path = `${users(project)}/${kim.id}`;
    expect(parsed(User, await project.get(path))).toEqual(kim);
    const got = await project.get(path);
    const list = await project.get(users(project));
    expect(parsed(UserList, list)).toMatchObject({ data: [kim], total: 1 });
    const changed = await project.put(path, { role: "VIEWER" });
    expect(parsed(User, changed)).toEqual({ ...kim, projects: { [project.id]: "VIEWER" } });
    const gone = await project.delete(path);
    expect([
      ...complaints("POST /management/v1/projects/:projectId/users", reply),
      ...complaints("GET /management/v1/projects/:projectId/users/:userId", got),
      ...complaints("DELETE /management/v1/projects/:projectId/users/:userId", gone),
      ...complaints("GET /management/v1/projects/:projectId/users", list),
      ...complaints("PUT /management/v1/projects/:projectId/users/:userId", changed),
    ]).toEqual([]);

    expect(gone.status).toBe(204);
    failure(await project.get(path), 404, "not_found");
    failure(await project.put(path, { role: "ADMIN" }), 404, "not_found");
    failure(await project.delete(path), 404, "not_found");
    expect(await rowsOf("users", project.id)).toEqual([]);
  });

  it("are refused twice, without a name or a role, and by an id that is nobody's", async () => {
    const project = await newProject();
    const sent = { login: "kim@shop.example", role: "ADMIN" };
    await project.post(users(project), sent);
    const refused = async (body: object, status: number, key: string) =>
      failure(await project.post(users(project), body), status, key);
    await refused({ ...sent, role: "USER" }, 409, "duplicate_found");
    expect((await refused({ role: "USER" }, 400, "invalid_payload")).details).toContain("login");
    expect((await refused({ login: "a" }, 400, "invalid_payload")).details).toContain("role");
    await refused({ id: "user_none", role: "USER" }, 404, "not_found");
    expect((await listed(project)).data.map(({ projects }) => projects)).toEqual([
      { [project.id]: "ADMIN" },
    ]);
  });

  it("come with a new project, known ones as who they are, all of them or none", async () => {
    const project = await newProject();
    const login = `ada@${project.id}.example`;
    const ada = parsed(User, await project.post(users(project), { login, role: "ADMIN" }));
    const name = `With people ${project.id}`;
    const make = (...people: object[]) =>
      send("POST", "/management/v1/projects", DEPLOYMENT, { name, users: people });
    const eve = { login: `eve@${project.id}.example`, role: "ADMIN" };
    failure(await make(eve, { id: "user_none", role: "USER" }), 404, "not_found");
    failure(await make(eve, { ...eve, role: "USER" }), 409, "duplicate_found");
    failure(await make(eve, { role: "USER" }), 400, "invalid_payload");
    const search = `/management/v1/projects?name=${encodeURIComponent(name)}`;
    expect((await send("GET", search, DEPLOYMENT)).body).toMatchObject({ total: 0 });

    const made = parsed(ProjectWithSecrets, await make(eve, { id: ada.id, role: "USER" }));
    const list = parsed(UserList, await send("GET", users(made), DEPLOYMENT));
    expect(list.data).toEqual([
      { ...ada, projects: { [project.id]: "ADMIN", [made.id]: "USER" } },
      expect.objectContaining({ login: eve.login, projects: { [made.id]: "ADMIN" } }),
    ]);
  });

  it("are seen by the deployment in all projects, by a project's key in its own alone", async () => {
    const [one, two] = [await newProject(), await newProject()];
    const reply = await invite(DEPLOYMENT, { projects: { [one.id]: "ADMIN", [two.id]: "USER" } });
    expect(complaints("POST /management/v1/projects/users/invite", reply)).toEqual([]);
    const [sam] = (await listed(one)).data;
    expect(sam).toMatchObject({ first_name: "Sam", projects: { [one.id]: "ADMIN" } });
    expect(Object.keys(sam?.projects ?? {})).toEqual([one.id]);
    expect((await listed(two)).data).toMatchObject([{ id: sam?.id, last_name: "Smith" }]);
    const all = await send("GET", `${users(one)}/${sam?.id}`, DEPLOYMENT);
    expect(parsed(User, all).projects).toEqual({ [one.id]: "ADMIN", [two.id]: "USER" });

    const three = await newProject();
    const foreign = await three.post(users(three), { id: sam?.id, role: "USER" });
    expect(failure(foreign, 404, "not_found").resource_type).toBe("user");
    const own = parsed(User, await three.post(users(three), { login: sam?.login, role: "USER" }));
    expect(own).toMatchObject({ first_name: "", projects: { [three.id]: "USER" } });
    expect(own.id).not.toBe(sam?.id);

    const four = await newProject();
    const known = { id: sam?.id, role: "USER" };
    const given = await send("POST", users(four), DEPLOYMENT, known);
    expect(parsed(User, given)).toMatchObject({
      id: sam?.id,
      first_name: "Sam",
      projects: { [one.id]: "ADMIN", [two.id]: "USER", [four.id]: "USER" },
    });
    await one.delete(`${users(one)}/${sam?.id}`);
    expect((await listed(one)).total).toBe(0);
    expect((await listed(two)).total).toBe(1);
  });

  it("stand in the audit log without their names", async () => {
    const project = await newProject();
    await project.post(users(project), { login: "kim@shop.example", role: "ADMIN" });
    const log = await rowsOf("audit_log", project.id);
    expect(log.map(({ operation }) => operation)).toContain(
      "POST /management/v1/projects/:projectId/users",
    );
    expect(JSON.stringify(log)).not.toContain("kim@");
  });
});

describe("an invitation", () => {
  it("is refused for projects that are not there, or another's, and adds nobody then", async () => {
    const [one, two] = [await newProject(), await newProject()];
    for (const [headers, other] of [
      [DEPLOYMENT, "proj_none"],
      [one.management, two.id],
    ] as const) {
      const reply = await invite(headers, { projects: { [one.id]: "USER", [other]: "USER" } });
      expect(failure(reply, 404, "not_found").resource_type).toBe("project");
    }
    failure(await invite(one.management, { projects: {} }), 400, "invalid_payload");
    expect((await listed(one)).total).toBe(0);
    expect((await invite(one.management, { projects: { [one.id]: "USER" } })).status).toBe(204);
    const both = { projects: { [two.id]: "USER", [one.id]: "USER" } };
    failure(await invite(DEPLOYMENT, both), 409, "duplicate_found");
    expect((await listed(two)).total).toBe(0);
  });
});
