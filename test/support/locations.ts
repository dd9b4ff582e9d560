import { expect } from "vitest";
import type { TestProject } from "./api";

export const circle = (center: string, radius: string) => ({
  type: "circle",
  format: "distance",
  distance: { center, radius },
});

/** A square of degrees, from its corner in the south west. */
export const square = (lon: number, lat: number, side: number) => ({
  type: "polygon",
  format: "geojson",
  geojson: {
    type: "Polygon",
    coordinates: [
      [
        [lon, lat],
        [lon + side, lat],
        [lon + side, lat + side],
        [lon, lat + side],
        [lon, lat],
      ],
    ],
  },
});

export const placesOf = ({ id }: TestProject): string => `/management/v1/projects/${id}/locations`;

/** Makes a location, and answers its id. */
export async function place(project: TestProject, name: string, shape: object): Promise<string> {
  const { status, body } = await project.post(placesOf(project), { name, shape });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}
