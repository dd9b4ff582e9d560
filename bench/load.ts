import autocannon from "autocannon";

export interface Target {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: unknown;
  /** Several requests that take turns, instead of one. */
  requests?: readonly Target[];
}

export interface Measure {
  requests_per_second: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** CPU time of the worker's process for each request. */
  cpu_us: number;
}

interface Slice {
  requests_per_second: number;
  cpu_us: number;
  times_ms: number[];
}

const CONNECTIONS = 10;
const SLICE_SECONDS = 2;

/** A server, and what its process has used of the CPU in microseconds. */
export interface Loaded {
  url: string;
  cpu: () => number;
}

const requestOf = ({ path, method = "GET", headers, body }: Target) => ({
  path,
  method,
  headers: { ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

async function slice({ url, cpu }: Loaded, target: Target): Promise<Slice> {
  const requests = target.requests?.map(requestOf);
  const options = {
    ...requestOf(target),
    url: url + target.path,
    connections: CONNECTIONS,
    duration: SLICE_SECONDS,
    ...(requests && { requests }),
  };
  const times_ms: number[] = [];
  const before = cpu();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    running.on("response", (_client, _status, _bytes, time) => times_ms.push(time));
  });
  if (result.non2xx > 0) throw new Error(`${target.path}: ${result.non2xx} answers were not 2xx`);
  const cpu_us = (cpu() - before) / result.requests.total;
  return { requests_per_second: result.requests.average, cpu_us, times_ms };
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

function summary(slices: readonly Slice[]): Measure {
  const sorted = slices.flatMap(({ times_ms }) => times_ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    requests_per_second: mean(slices.map(({ requests_per_second }) => requests_per_second)),
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    cpu_us: mean(slices.map(({ cpu_us }) => cpu_us)),
  };
}

/**
 * Loads all targets in turns, short slices one after the other, so that a noisy machine is as noisy
 * for each of them. The first turn warms up and does not count.
 */
export async function interleaved<Name extends string>(
  server: Loaded,
  targets: Record<Name, Target>,
  turns: number,
): Promise<Map<string, Measure>> {
  const named: [string, Target][] = Object.entries(targets);
  const slices = new Map<string, Slice[]>(named.map(([name]) => [name, []]));
  for (let turn = 0; turn <= turns; turn++) {
    for (const [name, target] of named) {
      const measured = await slice(server, target);
      if (turn > 0) slices.get(name)?.push(measured);
    }
  }
  return new Map([...slices].map(([name, measured]) => [name, summary(measured)]));
}
