import type { User } from "./schema";
import type { StoredUser } from "./store";

/** Nobody of them owns the deployment, which its own pair of keys does. */
export const viewUser = ({
  id,
  login,
  email,
  first_name,
  last_name,
  projects,
}: StoredUser): User => ({
  id,
  login,
  email,
  first_name,
  last_name,
  projects,
  is_owner: false,
});
