import { describe, expect, it } from "vitest";
import { newProject, rowsOf } from "../support/api";
import { sendPausing } from "../support/faults";
import { circle, place, placesOf } from "../support/locations";
import { countsOf, parallel } from "../support/redeeming";

const rules = (...ids: string[]) => ({
  "1": { name: "customer.metadata", property: "home", conditions: { $in_location: ids } },
});

describe("locations under parallel calls", () => {
  it("every rule carries the shapes that its locations have in the end", async () => {
    const project = await newProject();
    const [one, two] = [
      await place(project, "One", circle("1,1", "1 km")),
      await place(project, "Two", circle("2,2", "1 km")),
    ];
    const first = await project.post("/v1/validation-rules", { name: "F", rules: rules(one, two) });
    const replies = await parallel(40, (at) => {
      const shape = circle("3,3", `${at + 2} km`);
      if (at % 4 === 0) return project.put(`${placesOf(project)}/${one}`, { shape });
      if (at % 4 === 1) return project.put(`${placesOf(project)}/${two}`, { shape });
      if (at % 4 === 2) {
        const body = { rules: { ...rules(one, two), logic: "1" } };
        return project.put(`/v1/validation-rules/${first.body.id}`, body);
      }
      return project.post("/v1/validation-rules", { name: `N ${at}`, rules: rules(two, one) });
    });
    expect(countsOf(replies)).toEqual({ "200": 40 });
    const copies = (await rowsOf("locations", project.id)).map(
      ({ id, shape }) => `{"id":"${id}","shape":${shape}}`,
    );
    const kept = await rowsOf("validation_rules", project.id);
    expect(kept).toHaveLength(11);
    for (const row of kept) {
      for (const copy of copies) expect(String(row.rules)).toContain(copy);
    }
  });

  it.each([1, 2, 3])("a rule made before batch %d of a deletion keeps its location", async (at) => {
    const project = await newProject();
    const id = await place(project, "Here", circle("1,1", "1 km"));
    const path = `${placesOf(project)}/${id}`;
    const made = { at: 0 };
    const reply = await sendPausing(
      project,
      { method: "DELETE", path, headers: project.management },
      {
        before: async (batch) => {
          if (batch !== at) return;
          made.at = batch;
          await project.post("/v1/validation-rules", { name: "X", rules: rules(id) });
        },
      },
    );
    const named = await rowsOf("validation_rules", project.id);
    expect([made.at > 0, named.length]).toEqual(reply.batches >= at ? [true, 1] : [false, 0]);
    expect(await rowsOf("locations", project.id)).toHaveLength(named.length);
    expect(reply.status).toBe(named.length > 0 ? 400 : 204);
  });

  it.each([1, 2])("a rule whose location is deleted before batch %d is not made", async (at) => {
    const project = await newProject();
    const id = await place(project, "Here", circle("1,1", "1 km"));
    const reply = await sendPausing(
      project,
      { path: "/v1/validation-rules", body: { name: "X", rules: rules(id) } },
      {
        before: async (batch) => {
          if (batch === at) await project.delete(`${placesOf(project)}/${id}`);
        },
      },
    );
    expect([reply.status, reply.body.resource_id]).toEqual([404, id]);
    expect(await rowsOf("locations", project.id)).toEqual([]);
    expect(await rowsOf("validation_rules", project.id)).toEqual([]);
  });

  it("renaming a collection keeps the shape that its location has by then", async () => {
    const project = await newProject();
    const id = await place(project, "Here", circle("1,1", "1 km"));
    const filter = { junction: "AND", "metadata.shop": { conditions: { $in_location: [id] } } };
    const made = await project.post("/v1/product-collections", {
      name: "Near",
      type: "AUTO_UPDATE",
      filter,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const shape = circle("3,3", "9 km");
    const reply = await sendPausing(
      project,
      { method: "PUT", path: `/v1/product-collections/${made.body.id}`, body: { name: "Nearer" } },
      {
        before: async (batch) => {
          if (batch !== 2) return;
          expect((await project.put(`${placesOf(project)}/${id}`, { shape })).status).toBe(200);
        },
      },
    );
    expect(reply.status).toBe(200);
    const [row] = await rowsOf("product_collections", project.id);
    expect(String(row?.filter)).toContain(JSON.stringify(shape));
  });
});
