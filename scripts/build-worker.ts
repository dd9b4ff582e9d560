// What wrangler runs before it starts or sends the worker (wrangler.toml, `build`).

import { bundleWorker } from "./bundle.ts";

await bundleWorker("dist/worker");
