/**
 * What is wrong with a text that holds a parameter without a plus in front of it: a plan may come to
 * depend on its value, and is then made anew in each run. Null where nothing is.
 */
export const bareParameter = (sql: string): string | null => {
  const bare = /\S* ?(?<!\+)\?\d*/.exec(sql.replace(/'[^']*'/g, "''"));
  return bare && `a plan may depend on the value of ${bare[0]}`;
};
