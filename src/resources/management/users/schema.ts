import * as z from "zod";
import { listOf } from "../../../http/page";

/** The reference service lets shops name roles of their own. */
const role = z.string().min(1).max(100);
const name = z.string().max(255);
const login = z.string().min(1).max(320);

/** Body of an assignment: somebody known by id or login, or somebody new by login. */
export const UserAssign = z.object({
  id: z.string().max(100).nullish(),
  login: login.nullish(),
  role,
});
export type UserAssign = z.infer<typeof UserAssign>;

export const UserRole = z.object({ role });
export type UserRole = z.infer<typeof UserRole>;

/** Body of an invitation: roles by the ids of projects. */
export const UserInvite = z.object({
  email: login,
  first_name: name,
  last_name: name,
  projects: z
    .record(z.string().max(100), role)
    .refine((projects) => Object.keys(projects).length > 0, "must name a project")
    .refine((projects) => Object.keys(projects).length <= 100, "must NOT have more than 100"),
});
export type UserInvite = z.infer<typeof UserInvite>;

/** Somebody of the shop, and the role in each project that the caller may see. */
export const User = z
  .object({
    id: z.string(),
    login: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    projects: z.record(z.string(), z.string()),
    is_owner: z.boolean(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export const UserList = listOf("data", User);
