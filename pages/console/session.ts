import {
  type Client,
  type ManagementPaths,
  managementClient,
  type ServerPaths,
  serverClient,
} from "../../clients/typescript/src";
import { setting, storage } from "../shared/setting";

export interface Pair {
  id: string;
  token: string;
}

/** What a person entered: with one pair alone, the sections of the other say what they need. */
export interface Session {
  server: Pair | null;
  management: Pair | null;
  /** Its id is empty where a server key alone opened it, which does not tell what it is called. */
  project: { id: string; name: string; currency: string; timezone?: string };
}

/** The cast holds: nobody else writes under this name, and it ends with the tab. */
const parsed = (text: string): Session => JSON.parse(text) as Session;

export const session = setting<Session | null>({
  name: "session",
  store: storage("sessionStorage"),
  read: (text) => (text === null ? null : parsed(text)),
  write: (value) => (value === null ? null : JSON.stringify(value)),
});

let made: { of: Session; server: Client<ServerPaths>; management: Client<ManagementPaths> } | null;

function clients() {
  const of = session.get();
  if (of === null) throw new Error("Nobody is signed in");
  if (made?.of === of) return made;
  const { server, management } = of;
  made = {
    of,
    server: serverClient(server ?? { id: "", token: "" }),
    management: managementClient(management ?? { id: "", token: "" }),
  };
  return made;
}

/** The project's own operations, with the server key that was entered. */
export const server = (): Client<ServerPaths> => clients().server;

/** Administration, with the management pair that was entered. */
export const management = (): Client<ManagementPaths> => clients().management;

/** The project that the sections are about; only they run that have one. */
export function useProject(): Session["project"] {
  const { project } = session.use() ?? {};
  return project ?? { id: "", name: "", currency: "EUR" };
}
