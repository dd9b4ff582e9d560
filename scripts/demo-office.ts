import { call, must, RUN, tell } from "./demo-client.ts";
import { demoHeaders } from "./demo-keys.ts";

// Management: how the shop shows itself, and who has changed what.

const PROJECT = "/management/v1/projects/proj_demo";
const manage = (method: string, path: string, body?: unknown) =>
  must(method, `${PROJECT}${path}`, body, demoHeaders.management);

const BRAND = {
  brand: { name: "Demo shop", website_url: "https://shop.example" },
  address: { street: "Market 1", city: "Berlin", postal: "10115", country: "DE" },
  contact: { email: "hello@shop.example" },
};

async function brand(): Promise<void> {
  const { data } = await manage("GET", "/branding");
  const { id } = data[0] ?? (await manage("POST", "/branding", BRAND));
  const changed = await manage("PUT", `/branding/${id}`, {
    brand: { name: `Demo shop ${RUN}`, website_url: null },
  });
  const again = await call("POST", `${PROJECT}/branding`, BRAND, demoHeaders.management);
  tell("The shop says who it is", [
    `${changed.id}: ${changed.brand.name}, ${changed.address.city}, website ${changed.brand.website_url}`,
    `a second brand: ${again.status} ${again.body.key}`,
  ]);
}

async function readLog(): Promise<void> {
  const log = await manage("GET", "/audit-log?limit=3");
  tell("Every change stands in a log that nobody can rewrite", [
    ...log.data.map((each: Record<string, unknown>) =>
      [each.created_at, each.operation, each.status, each.object_id, each.fields].join("  "),
    ),
  ]);
}

export async function office(): Promise<void> {
  await brand();
  await readLog();
}
