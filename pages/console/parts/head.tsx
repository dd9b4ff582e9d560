import { Plus } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { Button } from "../../shared/parts/button";

interface HeadProps {
  title: string;
  lead?: string;
  /** The title is a code. */
  isCode?: boolean;
  /** What stands beside the title, such as its state. */
  beside?: ComponentChildren;
  /** What can be done. */
  children?: ComponentChildren;
}

/** What a page is about, and what can be done there. */
export function Head({ title, lead, isCode = false, beside, children }: HeadProps) {
  return (
    <header class="head">
      <div>
        <div class="row">
          <h1 class={isCode ? "mono break" : "break"}>{title}</h1>
          {beside}
        </div>
        {lead !== undefined && <p class="soft">{lead}</p>}
      </div>
      {children}
    </header>
  );
}

/** The same of a part of a page. */
export function PartHead({
  title,
  lead,
  children,
}: Pick<HeadProps, "title" | "lead" | "children">) {
  return (
    <header class="apart">
      <div>
        <h2>{title}</h2>
        {lead !== undefined && <p class="soft">{lead}</p>}
      </div>
      {children}
    </header>
  );
}

type NewProps = { text: string } & ({ href: string } | { onClick: () => void });

/** The way to something new: a page of its own, or a form over this one. */
export function New({ text, ...way }: NewProps) {
  const inner = (
    <>
      <Plus size={16} aria-hidden="true" />
      {text}
    </>
  );
  if ("href" in way) {
    return (
      <Link href={way.href} class="button main">
        {inner}
      </Link>
    );
  }
  return (
    <Button look="main" onClick={way.onClick}>
      {inner}
    </Button>
  );
}
