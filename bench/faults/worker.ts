import type { Env } from "../../src/env";
import service from "../../src/index";
import { failing, thrice, unheard } from "./bindings";
import { letTimePass } from "./time";

export { SessionLock, SharedBatches } from "../../src/index";

/*
 * The service among faults: the database fails now and then, some requests are not heard by any
 * queue, and each message of the queue comes three times, the repeats late and backwards.
 */

interface FaultyEnv extends Env {
  /** Where the receivers of this machine listen. */
  RECEIVERS: string;
}

/** A public name; the path that it leads to on this machine is its first label. */
const RECEIVER = /^https:\/\/(\w+)\.receivers\.example\.com\/$/;

/** Names of receivers lead to this machine, past the check of addresses, as DNS would have it. */
const { fetch: send } = globalThis;
let receivers = "";
globalThis.fetch = (input, init) => {
  const [, name] = RECEIVER.exec(String(input)) ?? [];
  return send(name === undefined ? input : `${receivers}/${name}`, init);
};

/** What fails here fails on purpose; an invariant of our own never does. */
const { error: tell } = console;
console.error = (...parts: unknown[]) => {
  if (parts.join(" ").includes("invariant broken")) tell(...parts);
};

/** A webhook to a private address can be made, as before its name led there; it is not served. */
const ALLOWED = { ALLOW_PRIVATE_WEBHOOKS: "1" };

/** Every so many requests end after their commit, before they reach the queue. */
const UNHEARD_EVERY = 25;
let requests = 0;

/** A message without the note that it is a repeat. */
const plain = (message: Message, body: unknown): Message =>
  new Proxy(message, {
    get: (target, name) => {
      if (name === "body") return body;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const only = (batch: MessageBatch, message: Message): MessageBatch =>
  new Proxy(batch, {
    get: (target, name) => (name === "messages" ? [message] : Reflect.get(target, name)),
  });

const noted = (body: unknown): { repeat?: boolean } =>
  typeof body === "object" && body !== null ? body : {};

const faulty = (env: FaultyEnv, isRepeat: boolean): FaultyEnv => {
  receivers = env.RECEIVERS;
  return {
    ...env,
    DB: failing(env.DB),
    ALLOW_PRIVATE_WEBHOOKS: "",
    JOBS: thrice(env.JOBS, isRepeat),
    LONG_JOBS: thrice(env.LONG_JOBS, isRepeat),
    DELIVERIES: thrice(env.DELIVERIES, isRepeat),
  };
};

export default {
  fetch: async (request, env, ctx) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/time") return letTimePass(env.DB, searchParams.has("restarted"));
    if (request.method === "GET") return service.fetch(request, env, ctx);
    requests += 1;
    const bound = { ...faulty(env, false), ...(pathname.endsWith("/webhooks") && ALLOWED) };
    return service.fetch(request, requests % UNHEARD_EVERY === 0 ? unheard(bound) : bound, ctx);
  },
  queue: async (batch, env, ctx) => {
    for (const message of batch.messages) {
      const { repeat = false, ...body } = noted(message.body);
      await service.queue(only(batch, plain(message, body)), faulty(env, repeat), ctx);
    }
  },
  // What a sweep failed at is for the next.
  scheduled: (controller, env) =>
    service.scheduled(controller, faulty(env, false)).catch(() => undefined),
} satisfies ExportedHandler<FaultyEnv>;
