import { Link } from "wouter-preact";

/** A card of a program by its id, as entries name it. */
export const CardLink = ({ programId, id }: { programId: string; id: string }) => (
  <Link href={`/programs/${programId}/members/${id}`} class="mono small break">
    {id}
  </Link>
);
