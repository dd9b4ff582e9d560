import { it } from "vitest";
import { documentation } from "../../scripts/docs/plugin";
import { look, open, PHONE, pages } from "../support/browser";

pages("each document", () => {
  const paths = documentation()
    .pages.map(({ path }) => path)
    .filter((path) => path !== "docs/storefront");

  it.each(paths)("/%s is accessible on a phone", async (path) => {
    const page = await open(`/${path}`, PHONE);
    await look(page, path.replace("/", "-"), PHONE, { hasKnownColours: true });
  });
});
