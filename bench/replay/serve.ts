// Starts the server of the tree that this file stands in, with the worker of the bench, and stops it
// when its input ends: `tsx bench/replay/serve.ts <port> <state>`.

import { startServer } from "../../scripts/local-server";

const [port, state = ""] = process.argv.slice(2);
const server = await startServer({
  port: Number(port),
  state,
  main: "bench/replay/worker.ts",
  vars: { REQUEST_LOG: "0" },
});
console.log(JSON.stringify({ url: server.url, pid: server.pid }));
process.stdin.on("end", () => void server.stop().then(() => process.exit())).resume();
