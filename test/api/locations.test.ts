import { describe, expect, it } from "vitest";
import { Location } from "../../src/model/location";
import { LocationList } from "../../src/resources/locations/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { circle, place, placesOf, square } from "../support/locations";
import { everything } from "../support/one-of-each";

const SHAPES: [string, object][] = [
  ["a circle in kilometres", circle("52.2297,21.0122", "5 km")],
  ["a circle in miles", circle(" -33.9, 151.2 ", "3mi")],
  ["a polygon", square(20, 50, 2)],
  [
    "polygons with a hole",
    {
      type: "polygon",
      format: "geojson",
      geojson: {
        type: "MultiPolygon",
        coordinates: [
          [...square(0, 0, 10).geojson.coordinates, ...square(4, 4, 2).geojson.coordinates],
          square(20, 20, 1).geojson.coordinates,
        ],
      },
    },
  ],
];

const ring = (...positions: number[][]) => ({
  type: "polygon",
  format: "geojson",
  geojson: { type: "Polygon", coordinates: [positions] },
});

const REFUSED: [string, unknown, string][] = [
  ["no shape", undefined, ".shape"],
  ["another type", { type: "box" }, ".shape.type"],
  ["another format", { ...circle("0,0", "1 km"), format: "geojson" }, ".shape.format"],
  ["a centre beyond the pole", circle("91,0", "1 km"), ".shape.distance.center"],
  ["a centre of one number", circle("52", "1 km"), ".shape.distance.center"],
  ["a radius without a unit", circle("0,0", "5"), ".shape.distance.radius"],
  ["a radius of nothing", circle("0,0", "0 km"), ".shape.distance.radius"],
  ["a radius beyond the earth", circle("0,0", "30000 km"), ".shape.distance.radius"],
  ["another geometry", { ...square(0, 0, 1), geojson: { type: "Point" } }, ".shape.geojson.type"],
  ["an open ring", ring([0, 0], [1, 0], [1, 1], [0, 1]), ".shape.geojson.coordinates[0] "],
  ["a longitude too far", ring([0, 0], [181, 0], [1, 1], [0, 0]), "coordinates[0][1][0]"],
  ["a latitude too far", ring([0, 0], [1, -91], [1, 1], [0, 0]), "coordinates[0][1][1]"],
  ["three numbers", ring([0, 0, 5], [1, 0, 5], [1, 1, 5], [0, 0, 5]), "coordinates[0][0]"],
  ["a text", ring([0, 0], ["one" as never, 0], [1, 1], [0, 0]), "coordinates[0][1][0]"],
  ["a line", ring([0, 0], [1, 1], [2, 2], [0, 0]), ".shape.geojson.coordinates[0] "],
  [
    "an open ring of the second polygon",
    {
      type: "polygon",
      format: "geojson",
      geojson: {
        type: "MultiPolygon",
        coordinates: [
          square(0, 0, 1).geojson.coordinates,
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ],
          ],
        ],
      },
    },
    ".shape.geojson.coordinates[1][0] ",
  ],
  [
    "too many positions",
    ring(...Array.from({ length: 501 }, (_, at) => [(at % 500) / 10, at % 2])),
    "500 positions",
  ],
];

describe("writing locations", () => {
  it.each(SHAPES)("200: %s is kept as it was sent", async (_, shape) => {
    const project = await newProject();
    const made = await project.post(placesOf(project), { name: "Here", shape });
    expect(made.status).toBe(200);
    const { id, ...rest } = parsed(Location, made);
    expect(id).toMatch(/^loc_[0-9a-f]{18}$/);
    expect(rest).toEqual({
      object: "location",
      name: "Here",
      shape,
      created_at: expect.any(String),
      updated_at: null,
    });
    expect(parsed(Location, await project.get(`/v1/locations/${id}`))).toEqual(made.body);
  });

  it.each(REFUSED)("400 invalid_payload: %s", async (_, shape, named) => {
    const project = await newProject();
    const id = await place(project, "There", circle("0,0", "1 km"));
    const before = await everything(project);
    const replies = [
      await project.post(placesOf(project), { name: "Here", shape }),
      ...(shape ? [await project.put(`${placesOf(project)}/${id}`, { shape })] : []),
    ];
    for (const { status, body } of replies) {
      expect([status, body.key]).toEqual([400, "invalid_payload"]);
      expect(body.details).toContain(shape ? named : "'shape'");
    }
    expect(await everything(project)).toBe(before);
  });

  it("PUT changes what is sent; the same again changes nothing", async () => {
    const project = await newProject();
    const id = await place(project, "Here", circle("0,0", "1 km"));
    const path = `${placesOf(project)}/${id}`;
    const renamed = parsed(Location, await project.put(path, { name: "There" }));
    expect([renamed.name, renamed.shape]).toEqual(["There", circle("0,0", "1 km")]);
    const moved = await project.put(path, { shape: square(0, 0, 1) });
    expect([moved.body.name, moved.body.shape]).toEqual(["There", square(0, 0, 1)]);
    expect((await project.put(path, { name: null, shape: null })).body).toEqual(moved.body);
    expect((await project.get(`/v1/locations/${id}`)).body).toEqual(moved.body);
  });

  it("204: a location that nothing names is deleted", async () => {
    const project = await newProject();
    const id = await place(project, "Here", circle("0,0", "1 km"));
    expect((await project.delete(`${placesOf(project)}/${id}`)).status).toBe(204);
    expect(await rowsOf("locations", project.id)).toEqual([]);
    expect((await project.get("/v1/locations")).body.total).toBe(0);
  });

  it("404: unknown, and another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const theirs = await place(other, "Theirs", circle("0,0", "1 km"));
    for (const id of ["loc_0123456789abcdef01", theirs]) {
      const replies = [
        await project.get(`/v1/locations/${id}`),
        await project.put(`${placesOf(project)}/${id}`, { name: "Mine" }),
        await project.delete(`${placesOf(project)}/${id}`),
      ];
      for (const { status, body } of replies) {
        expect([status, body.resource_type]).toEqual([404, "location"]);
      }
    }
    expect(parsed(Location, await other.get(`/v1/locations/${theirs}`)).name).toBe("Theirs");
  });
});

describe("GET /v1/locations", () => {
  const filled = async () => {
    const project = await newProject();
    const ids: string[] = [];
    for (const name of ["North", "South", "Northeast"]) {
      ids.push(await place(project, name, circle("0,0", "1 km")));
    }
    await project.put(`${placesOf(project)}/${ids[0]}`, { name: "North pole" });
    return { project, ids };
  };
  const list = async (project: TestProject, query: string) =>
    parsed(LocationList, await project.get(`/v1/locations?${query}`));
  const names = async (project: TestProject, query: string) =>
    (await list(project, query)).data.map(({ name }) => name);

  it("is ordered by creation and by update, page by page", async () => {
    const { project } = await filled();
    expect(await names(project, "")).toEqual(["Northeast", "South", "North pole"]);
    expect(await names(project, "order=created_at")).toEqual(["North pole", "South", "Northeast"]);
    expect((await names(project, "order=-updated_at"))[0]).toBe("North pole");
    expect((await names(project, "order=updated_at")).at(-1)).toBe("North pole");
    const first = await list(project, "limit=2");
    expect([first.total, first.has_more]).toEqual([3, true]);
    const second = await list(project, "limit=2&page=2");
    expect([second.data.length, second.has_more]).toEqual([1, false]);
  });

  it("is filtered by name and by dates", async () => {
    const { project, ids } = await filled();
    const byName = "filters[name][conditions][$starts_with]=North&order=created_at";
    expect(await names(project, byName)).toEqual(["North pole", "Northeast"]);
    const updated = "filters[updated_at][conditions][$has_value]=true";
    expect(await names(project, updated)).toEqual(["North pole"]);
    const { body } = await project.get(`/v1/locations/${ids[1]}`);
    const until = `end_date=${encodeURIComponent(body.created_at)}&order=created_at`;
    expect(await names(project, until)).toEqual(expect.arrayContaining(["North pole", "South"]));
    expect(await names(project, "end_date=2020-01-01T00:00:00Z")).toEqual([]);
    const after = "filters[created_at][conditions][$after]=2020-01-01T00:00:00Z";
    expect((await names(project, after)).length).toBe(3);
  });

  it.each([
    ["limit=0", "limit"],
    ["end_date=soon", "end_date"],
    ["filters[shape][conditions][$is]=x", "shape"],
  ])("400 invalid_query_params: %s", async (query, named) => {
    const reply = await (await newProject()).get(`/v1/locations?${query}`);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    expect(reply.body.details).toContain(named);
  });
});
