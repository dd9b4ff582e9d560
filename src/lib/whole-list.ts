/** A list that is one page. */
export const wholeList = <T>(items: T[]) => ({ items, total: items.length, has_more: false });
