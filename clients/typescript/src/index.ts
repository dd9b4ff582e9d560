import { type Client, clientOf, type Face } from "./client.ts";
import type { ClientPaths, ManagementPaths, ServerPaths } from "./families.ts";

export type { Client, Face } from "./client.ts";
export { type Answered, answerOf, type ErrorBody, ServiceError } from "./failure.ts";
export type { ClientPaths, ManagementPaths, Schemas, ServerPaths } from "./families.ts";
export type { Exchange, Timing } from "./watch.ts";

/** A key of the project, or an access token that one was exchanged for. */
export type Credentials = { id: string; token: string } | { accessToken: string };

const headersOf = (
  credentials: Credentials,
  idHeader: string,
  tokenHeader: string,
): Record<string, string> =>
  "accessToken" in credentials
    ? { Authorization: `Bearer ${credentials.accessToken}` }
    : { [idHeader]: credentials.id, [tokenHeader]: credentials.token };

/** `/v1`: what a back end does with a server key. */
export const serverClient = (face: Face & Credentials): Client<ServerPaths> =>
  clientOf<ServerPaths>(face, headersOf(face, "X-App-Id", "X-App-Token"));

/**
 * `/client/v1`: what a page may do with a key that everybody can read. `customerToken` proves which
 * customer is calling; the back end makes it.
 */
export const shopClient = (
  face: Face & Credentials & { customerToken?: string },
): Client<ClientPaths> =>
  clientOf<ClientPaths>(face, {
    ...headersOf(face, "X-Client-Application-Id", "X-Client-Token"),
    ...(face.customerToken !== undefined && { "X-Customer-Token": face.customerToken }),
  });

/** `/management/v1`: projects, their keys, webhooks and settings. It takes no access tokens. */
export const managementClient = (
  face: Face & { id: string; token: string },
): Client<ManagementPaths> =>
  clientOf<ManagementPaths>(face, headersOf(face, "X-Management-Id", "X-Management-Token"));
