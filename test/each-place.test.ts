import { expect, it } from "vitest";
import { failedPlaces } from "../scripts/each-place";

it("places are migrated each by itself: one that fails keeps no other from it, and is named", async () => {
  const asked: string[] = [];
  const failed = await failedPlaces(async ({ database_name }) => {
    asked.push(database_name);
    return database_name === "vouchsafe-1" ? 1 : 0;
  });
  expect(asked).toEqual(["vouchsafe", "vouchsafe-1", "vouchsafe-2"]);
  expect(failed).toEqual(["DB_1"]);
});
