/** A weight of nothing: `q=0`, `q=0.000` (RFC 9110, 12.4.2). */
const REFUSED = /^q=0(\.0*)?$/i;

/**
 * Whether an `Accept` header names a type as one that is wanted. Wildcards name none, since they
 * ask for nothing that would not be sent anyway.
 */
export const accepts = (header: string | undefined, type: string): boolean =>
  (header ?? "").split(",").some((range) => {
    const [name, ...parameters] = range.split(";").map((part) => part.trim());
    return name?.toLowerCase() === type && !parameters.some((parameter) => REFUSED.test(parameter));
  });
