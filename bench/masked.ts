const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const ID = /\b([a-z]{1,8})_[\w-]{10,}/g;

/** An answer without what differs from request to request: its ids and times. */
export const masked = (answer: string): string =>
  answer.replace(TIME, "a time").replace(ID, "$1_id");
