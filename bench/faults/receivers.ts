import { Webhook } from "standardwebhooks";
import { webhookSecret } from "../../scripts/demo-project";
import { type Answering, type Arrived, startReceiver } from "../../scripts/local-receiver";

/** What a receiver knows of one event: under which id it came, and how often it was accepted. */
interface Heard {
  id: string;
  /** How many others came before it. */
  place: number;
  attempts: number;
  accepted: number;
}

/** What came to a receiver, by the numbers of the events. */
export class Inbox {
  readonly heard = new Map<number, Heard>();
  /** Messages whose signature or id is wrong, or whose id is another than before. */
  readonly wrong: string[] = [];
  attempts = 0;

  /** Notes a message, verified as any receiver would; null where nobody may believe it. */
  note({ body, headers }: Arrived): Heard | null {
    this.attempts += 1;
    const told = verified(body, headers);
    if (!told || told.id !== headers["webhook-id"]) {
      this.wrong.push(String(headers["webhook-id"]));
      return null;
    }
    const { id, sequence } = told;
    const event = this.heard.get(sequence) ?? {
      ...{ id, place: this.heard.size, attempts: 0, accepted: 0 },
    };
    this.heard.set(sequence, event);
    event.attempts += 1;
    if (event.id !== id) this.wrong.push(id);
    return event;
  }

  /** Numbers of the events that were answered with a 2xx. */
  accepted = (): number[] =>
    [...this.heard].filter(([, { accepted }]) => accepted > 0).map(([sequence]) => sequence);
}

function verified(body: string, headers: Record<string, string>) {
  try {
    return new Webhook(webhookSecret).verify(body, headers) as { id: string; sequence: number };
  } catch {
    return null;
  }
}

type Response = Parameters<Answering>[0];

/** What a receiver does with the `attempt`th of an event, before which so many others came. */
type Behaviour = (response: Response, attempt: number, place: number) => void;

const answer = (response: Response, status: number): void => {
  response.writeHead(status);
  response.end();
};

const LARGE = "x".repeat(2_000_000);
/** A receiver that answers nothing costs ten seconds: it does so for one in so many events. */
const HANGS_EVERY = 400;
const HANGS_AT = 7;

/** Of so many events, one is answered with 500 nine times. */
const DOWN_EVERY = 4;

/** The receivers of the matrix, by their names. */
export const BEHAVIOURS: Record<string, Behaviour> = {
  steady: (response) => answer(response, 200),
  nine500s: (response, attempt, place) => {
    const isDown = place % DOWN_EVERY === 0 && attempt <= 9;
    answer(response, isDown ? 500 : 200);
  },
  timeout: (response, attempt, place) => {
    if (attempt > 1 || place % HANGS_EVERY !== HANGS_AT) answer(response, 200);
  },
  redirect: (response, attempt) => {
    if (attempt > 1) return answer(response, 200);
    response.writeHead(307, { location: "/elsewhere" });
    response.end();
  },
  large: (response) => {
    response.writeHead(200);
    response.end(LARGE);
  },
  closes: (response, attempt, place) => {
    if (attempt > 1) return answer(response, 200);
    if (place % 2 === 0) return void response.destroy();
    response.writeHead(500, { "content-length": "1000" });
    response.write("half of it", () => response.destroy());
  },
};

/** The receiver that is reached at a private address alone. */
export const PRIVATE = "local";

/** Starts the receivers, each with an inbox under its name. */
export async function startReceivers() {
  const names = [...Object.keys(BEHAVIOURS), PRIVATE, "elsewhere"];
  const inboxes = new Map(names.map((name) => [name, new Inbox()]));
  const answering = (name: string, inbox: Inbox): Answering => {
    const behave = BEHAVIOURS[name] ?? ((response) => answer(response, 200));
    return (response, message) => {
      // What came is in the inbox, in short.
      receiver.arrived.length = 0;
      const event = inbox.note(message);
      if (!event) return answer(response, 400);
      response.once("close", () => {
        if (response.headersSent && response.statusCode < 300) event.accepted += 1;
      });
      behave(response, event.attempts, event.place);
    };
  };
  const paths = [...inboxes].map(([name, inbox]) => [`/${name}`, answering(name, inbox)] as const);
  const receiver = await startReceiver(Object.fromEntries(paths));
  return { url: receiver.url, inboxes, stop: receiver.stop };
}
