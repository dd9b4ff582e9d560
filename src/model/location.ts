import * as z from "zod";

/** Longitude, then latitude (GeoJSON). */
const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export type Position = z.infer<typeof Position>;

/** The first position stands at the end again. */
const Ring = z.array(Position);
export type Ring = z.infer<typeof Ring>;

/** What is inside the first ring and not inside one of the others. */
const Polygon = z.array(Ring);
export type Polygon = z.infer<typeof Polygon>;

const GeoJson = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Polygon"), coordinates: Polygon }),
  z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(Polygon) }),
]);

const CircleShape = z.object({
  type: z.literal("circle"),
  format: z.literal("distance"),
  distance: z.object({
    center: z.string().meta({ description: "latitude,longitude" }),
    radius: z.string().meta({ description: "such as 5 km, 3 mi or 250 m" }),
  }),
});
export type CircleShape = z.infer<typeof CircleShape>;

const PolygonShape = z.object({
  type: z.literal("polygon"),
  format: z.literal("geojson"),
  geojson: GeoJson,
});

/** Part of the map (reference service, locations). */
export const LocationShape = z.discriminatedUnion("type", [CircleShape, PolygonShape]);
export type LocationShape = z.infer<typeof LocationShape>;

export const Location = z
  .object({
    id: z.string(),
    object: z.literal("location"),
    name: z.string(),
    shape: LocationShape,
    created_at: z.string(),
    updated_at: z.string().nullable(),
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof Location>;
