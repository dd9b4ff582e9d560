import { afterEach, beforeAll } from "vitest";
import { close, launch } from "../support/browser";

// Of every file: a worker keeps the modules, which say this once.
beforeAll(launch);
afterEach(({ task }) => close(task));
