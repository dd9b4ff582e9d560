import { describe, expect, it } from "vitest";
import { Consent, ConsentGroup } from "../../src/model/consent";
import { Consents } from "../../src/resources/consents/schema";
import {
  anyAddress,
  costOf,
  eventKinds,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";

const settings = ({ id }: TestProject) => `/management/v1/projects/${id}/consents`;

const define = async (project: TestProject, sent: object) =>
  parsed(Consent, await project.post(settings(project), sent));

/** A project with two consents and somebody to give them. */
async function shop() {
  const project = await newProject();
  const sms = await define(project, { name: "Text messages", category: "marketing" });
  const mail = await define(project, { name: "E-mail", description: "Once a week" });
  await project.post("/v1/customers", { source_id: "jane" });
  return { project, sms: sms.id, mail: mail.id };
}

const given = async (project: TestProject, name = "jane") =>
  (await project.get(`/v1/customers/${name}`)).body.system_metadata;

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe("consents of a project", () => {
  it("are defined, listed, changed and deleted", async () => {
    const { project, sms, mail } = await shop();
    const sent = { name: "News", consents: [sms, mail] };
    const group = parsed(ConsentGroup, await project.post(settings(project), sent));
    expect(group).toMatchObject({ name: "News", description: "", object: "consent_group" });
    const listed = parsed(Consents, await project.get("/v1/consents"));
    expect(listed).toMatchObject({
      consents: {
        data: [
          { id: sms, name: "Text messages", description: "", category: "marketing" },
          { id: mail, name: "E-mail", description: "Once a week", category: "" },
        ],
        total: 2,
      },
      groups: { data: [{ id: group.id, consents: [sms, mail] }], total: 1 },
    });
    expect((await project.get(settings(project))).body).toEqual(listed);

    const path = `${settings(project)}/${mail}`;
    const change = { description: null, category: "news" };
    const changed = parsed(Consent, await project.put(path, change));
    expect(changed).toMatchObject({ name: "E-mail", description: "", category: "news" });
    expect(parsed(Consent, await project.get(path))).toEqual(changed);
    expect((await project.put(path, { name: "E-mail" })).body).toEqual(changed);

    expect((await project.delete(path)).status).toBe(204);
    failure(await project.get(path), 404, "not_found");
    failure(await project.delete(path), 404, "not_found");
    const left = (await project.get("/v1/consents")).body;
    expect(left.groups.data[0].consents).toEqual([sms]);
  });

  it("are refused where they are not of one kind, or name what is not there", async () => {
    const { project, sms } = await shop();
    const group = { name: "News", consents: [sms] };
    const { id } = (await project.post(settings(project), group)).body;
    for (const [sent, field] of [
      [{}, "name"],
      [{ name: "News", consents: [sms], category: "news" }, ".category"],
      [{ name: "News", consents: [sms, "cns_none"] }, ".consents[1]"],
      [{ name: "News", consents: [id] }, ".consents[0]"],
    ] as const) {
      const refused = await project.post(settings(project), sent);
      expect(failure(refused, 400, "invalid_payload").details).toContain(field);
    }
    const changed = await project.put(`${settings(project)}/${sms}`, { consents: [] });
    expect(failure(changed, 400, "invalid_payload").details).toContain(".consents");
    expect(await rowsOf("consents", project.id)).toHaveLength(3);
  });

  it("are changed in a group of which one was deleted", async () => {
    const { project, sms, mail } = await shop();
    const { body } = await project.post(settings(project), { name: "All", consents: [sms, mail] });
    expect((await project.delete(`${settings(project)}/${mail}`)).status).toBe(204);
    const path = `${settings(project)}/${body.id}`;
    const renamed = parsed(ConsentGroup, await project.put(path, { name: "Rest" }));
    expect(renamed).toMatchObject({ name: "Rest", consents: [sms] });
    const refused = await project.put(path, { consents: [sms, mail] });
    expect(failure(refused, 400, "invalid_payload").details).toContain(mail);
  });

  it("are a hundred at most", async () => {
    const project = await newProject();
    for (let at = 0; at < 100; at++) await define(project, { name: `Consent ${at}` });
    const refused = await project.post(settings(project), { name: "One more" });
    expect(failure(refused, 400, "invalid_payload").details).toContain("100");
    expect(await rowsOf("consents", project.id)).toHaveLength(100);
  });
});

describe("PUT /v1/customers/{id}/consents", () => {
  const put = (project: TestProject, sent: object) =>
    project.put("/v1/customers/jane/consents", sent);

  it("204: writes down what is given and taken back, and when", async () => {
    const { project, sms, mail } = await shop();
    expect(await given(project)).toEqual({});
    const reply = await put(project, { [sms]: true, [mail]: false });
    expect(reply.status).toBe(204);
    expect(costOf(reply).roundTrips).toBe(2);
    const first = await given(project);
    expect(first).toEqual({
      consents: { [sms]: { value: true, date }, [mail]: { value: false, date } },
    });
    expect(await eventKinds(project.id)).toEqual(["customer.created", "customer.updated"]);

    expect(costOf(await put(project, { [sms]: true })).written).toBe(0);
    expect(await given(project)).toEqual(first);

    await put(project, { unsubscribed: true });
    expect((await given(project)).consents).toMatchObject({
      [sms]: { value: false },
      unsubscribed: { value: true },
    });
    await put(project, { [mail]: true });
    expect((await given(project)).consents).toMatchObject({
      [mail]: { value: true },
      unsubscribed: { value: false },
    });
  });

  it("400: refuses by name what is no consent, and to give while taking back", async () => {
    const { project, sms } = await shop();
    for (const [sent, field] of [
      [{ cns_none: true }, "cns_none"],
      [{ [sms]: "yes" }, sms],
      [{ unsubscribed: true, [sms]: true }, sms],
    ] as const) {
      expect(failure(await put(project, sent), 400, "invalid_payload").details).toContain(field);
    }
    expect(await given(project)).toEqual({});
  });

  it("404: refuses a customer that nobody is", async () => {
    const { project } = await shop();
    const refused = await project.put("/v1/customers/nobody/consents", {});
    expect(failure(refused, 404, "not_found").resource_type).toBe("customer");
  });

  it("are forgotten with the customer", async () => {
    const { project, sms } = await shop();
    await put(project, { [sms]: true });
    await project.post("/v1/customers/jane/permanent-deletion");
    expect(JSON.stringify(await rowsOf("customers", project.id))).not.toContain(sms);
  });
});

describe("in browsers, consents", () => {
  const browse = (
    project: TestProject,
    method: string,
    path: string,
    headers = {},
    sent?: object,
  ) =>
    send(
      method,
      `/client/v1${path}`,
      { ...project.client, "cf-connecting-ip": anyAddress(), ...headers },
      sent,
    );

  const tokenOf = async (project: TestProject, name: string) => {
    const { body } = await project.post(`/v1/customers/${name}/client-token`, {});
    return { "x-customer-token": body.token };
  };

  it("are listed, and given by the customer's own token", async () => {
    const { project, sms } = await shop();
    const listed = parsed(Consents, await browse(project, "GET", "/consents"));
    expect(listed.consents.total).toBe(2);
    const own = await tokenOf(project, "jane");
    const reply = await browse(project, "PUT", "/customers/jane/consents", own, { [sms]: true });
    expect(reply.status).toBe(204);
    expect(await given(project)).toMatchObject({ consents: { [sms]: { value: true } } });
  });

  it("are given by nobody else", async () => {
    const { project, sms } = await shop();
    await project.post("/v1/customers", { source_id: "eve" });
    for (const headers of [{}, await tokenOf(project, "eve")]) {
      const sent = { [sms]: true };
      const reply = await browse(project, "PUT", "/customers/jane/consents", headers, sent);
      failure(reply, 403, "forbidden");
    }
    for (const name of ["jane", "nobody"]) {
      const path = `/customers/${name}/consents`;
      const { details } = failure(await browse(project, "PUT", path, {}, {}), 403, "forbidden");
      expect(details).toBe("Consents need an X-Customer-Token");
    }
    const own = await tokenOf(project, "eve");
    const asked = (name: string) => browse(project, "PUT", `/customers/${name}/consents`, own, {});
    // Whether there is somebody else of that name is not told.
    const { request_id: _, ...ofJane } = failure(await asked("jane"), 403, "forbidden");
    const { request_id: __, ...ofNobody } = failure(await asked("nobody"), 403, "forbidden");
    expect(ofNobody).toEqual(ofJane);
    expect(await given(project)).toEqual({});
    expect(await given(project, "eve")).toEqual({});
  });
});
