/** Tables that say who may come in and where a project lives. */
export const CONTROL_TABLES: ReadonlySet<string> = new Set([
  "projects",
  "api_keys",
  "trusted_origins",
  "users",
  "oauth_tokens",
  "oauth_tallies",
  "removed_projects",
  "places",
  "project_moves",
  "backups",
  "backup_parts",
  "restores",
  "erased_customers",
]);
