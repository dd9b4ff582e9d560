import autocannon from "autocannon";

export interface Target {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: unknown;
  /** The server that it goes to, where that is another one than those beside it. */
  on?: Loaded;
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
const PAIRS = 20;

/** A server, and what its process has used of the CPU in microseconds. */
export interface Loaded {
  url: string;
  cpu: () => number;
  /** 10 where it is not said. */
  connections?: number;
  /** Waits until the server has done what goes on behind its answers: its CPU counts, too. */
  untilQuiet?: () => Promise<void>;
}

/** A slice lasts so many seconds, or so many requests. */
type Length = { duration: number } | { amount: number };

const requestOf = ({ path, method = "GET", headers, body }: Target) => ({
  path,
  method,
  headers: { ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Each connection begins somewhere else: in step, all would send the same at once. */
function fromElsewhere(requests: readonly autocannon.Request[]) {
  let clients = 0;
  return (client: autocannon.Client): void => {
    const first = Math.floor((clients * requests.length) / Math.PI) % requests.length;
    clients += 1;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  };
}

export async function slice(loaded: Loaded, target: Target, length: Length): Promise<Slice> {
  const { url, cpu, connections = CONNECTIONS } = loaded;
  const requests = target.requests?.map(requestOf);
  const options = {
    ...requestOf(target),
    url: url + target.path,
    connections,
    ...length,
    ...(requests && { setupClient: fromElsewhere(requests) }),
  };
  const times_ms: number[] = [];
  const before = cpu();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    running.on("response", (_client, _status, _bytes, time) => times_ms.push(time));
  });
  if (result.non2xx > 0) throw new Error(`${target.path}: ${result.non2xx} answers were not 2xx`);
  await loaded.untilQuiet?.();
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
    for (const [name, target] of turn % 2 ? named.toReversed() : named) {
      const measured = await slice(target.on ?? server, target, { duration: SLICE_SECONDS });
      if (turn > 0) slices.get(name)?.push(measured);
    }
  }
  return new Map([...slices].map(([name, measured]) => [name, summary(measured)]));
}

/** Requests a second of two targets, and how many times as many the first had. */
export interface Pair {
  first: number;
  second: number;
  times: number;
}

/**
 * Loads two targets in many pairs of slices of a second, each pair in the other order than the one
 * before. `times` is the middle of the pairs' ratios, so that a hundredth can be told on a machine
 * where single slices differ by a tenth. The first pair warms up and does not count.
 */
export async function paired(server: Loaded, first: Target, second: Target): Promise<Pair> {
  const rate = async (target: Target) =>
    (await slice(server, target, { duration: 1 })).requests_per_second;
  const pairs: [one: number, other: number][] = [];
  for (let turn = 0; turn <= PAIRS; turn++) {
    const isTurned = turn % 2 === 1;
    const before = await rate(isTurned ? second : first);
    const after = await rate(isTurned ? first : second);
    if (turn > 0) pairs.push(isTurned ? [after, before] : [before, after]);
  }
  const ratios = pairs.map(([one, other]) => one / other).toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = ratios.slice(PAIRS / 2 - 1, PAIRS / 2 + 1);
  return {
    first: mean(pairs.map(([one]) => one)),
    second: mean(pairs.map(([, other]) => other)),
    times: (low + high) / 2,
  };
}
