/** The library says nothing of the types of its single files. */
declare module "qs/lib/parse" {
  export default function parse(
    flat: Record<string, unknown>,
    options: { depth: number; arrayLimit: number; allowPrototypes: boolean },
  ): Record<string, unknown>;
}
