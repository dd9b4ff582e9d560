import { call, must, RUN, tell } from "./demo-client.ts";

/** What is deleted by mistake comes back as it was. */
export async function bin(): Promise<void> {
  const code = `MISTAKE-${RUN}`;
  await must("POST", `/v1/vouchers/${code}`, { discount: { type: "PERCENT", percent_off: 10 } });
  await call("DELETE", `/v1/vouchers/${code}`);
  const gone = await call("GET", `/v1/vouchers/${code}`);
  const filter = `filters[resource_name][conditions][$is]=${code}`;
  const { data } = await must("GET", `/v1/trash-bin?${filter}`);
  const [entry] = data;
  await must("POST", `/v1/trash-bin/${entry.id}/restore`);
  const back = await must("GET", `/v1/vouchers/${code}`);
  tell("What was deleted by mistake comes back", [
    `${code} deleted: ${gone.status} ${gone.body.key}, in the bin as ${entry.id}`,
    `restored: ${back.id}, ${back.discount.percent_off} % off`,
  ]);
}
