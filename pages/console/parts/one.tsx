import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import { ArrowLeft } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { Ghosts } from "../../shared/parts/state";
import { FailedState } from "./failure";

interface BackProps {
  href: string;
  children: ComponentChildren;
}

/** The way back to where somebody came from. */
export function Back({ href, children }: BackProps) {
  return (
    <Link href={href} class="row tight small">
      <ArrowLeft size={14} aria-hidden="true" />
      {children}
    </Link>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** How many ghosts stand for what is on its way. */
  lines?: number;
  /** It is all that the page shows. */
  isPage?: boolean;
  children: (data: T) => ComponentChildren;
}

/** What a query answered, or why there is nothing yet. */
export function Loaded<T>({ query, lines, isPage, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query;
  if (error) return <FailedState error={error} onAgain={() => void refetch()} isPage={isPage} />;
  if (isPending) return <Ghosts {...(lines !== undefined && { lines })} />;
  return <>{children(data)}</>;
}

interface OneProps<T> {
  /** Its query key. */
  name: readonly unknown[];
  load: () => Promise<T>;
  /** Asks again after so many milliseconds, while something is going on. */
  pollMs?: (data: T) => number | false;
  /** Where it was come from, and what that is called. */
  back: readonly [href: string, text: string];
  children: (data: T) => ComponentChildren;
}

/** The page of one thing: the way back, and the thing once it is there. */
export function One<T>({ name, load, pollMs, back: [href, text], children }: OneProps<T>) {
  const query = useQuery({
    queryKey: name,
    queryFn: load,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : (pollMs?.(data) ?? false),
  });
  return (
    <>
      <Back href={href}>{text}</Back>
      <Loaded query={query} isPage>
        {children}
      </Loaded>
    </>
  );
}
