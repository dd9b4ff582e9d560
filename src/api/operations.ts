import { operationsOf, type Section } from "../http/mount";
import { assets } from "./assets";
import { client } from "./client";
import { downloads } from "./downloads";
import { management } from "./management";
import { v1 } from "./v1";
import { v2 } from "./v2";

/** All that the service answers; no isolate needs it at once. */
export const SECTIONS: readonly Section[] = [downloads, v1, v2, client, management, assets];

/** Every operation there is, as the documents tell of them. */
export const operations = SECTIONS.flatMap(operationsOf);
