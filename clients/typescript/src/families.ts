import type { components, paths } from "../generated/schema";

/** Objects of the service by name: `Schemas["Voucher"]`. */
export type Schemas = components["schemas"];

type Under<Prefix extends string> = {
  [Path in keyof paths as Path extends `${Prefix}/${string}` ? Path : never]: paths[Path];
};

export type ServerPaths = Under<"/v1">;
export type ClientPaths = Under<"/client/v1">;
export type ManagementPaths = Under<"/management/v1">;
