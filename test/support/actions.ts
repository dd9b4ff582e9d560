import { expect, vi } from "vitest";
import { AsyncAction } from "../../src/resources/async-actions/schema";
import { parsed, type Reply, type TestProject } from "./api";
import { PATIENCE } from "./patience";

/** The work that a 202 began, once it is through; the queue carries it on. */
export const done = async (project: TestProject, reply: Reply): Promise<AsyncAction> => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  expect(Object.keys(reply.body)).toEqual(["async_action_id"]);
  const path = `/v1/async-actions/${reply.body.async_action_id}`;
  return vi.waitUntil(async () => {
    const action = parsed(AsyncAction, await project.get(path));
    return action.status === "DONE" && action;
  }, PATIENCE);
};
