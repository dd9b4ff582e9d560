import type { ComponentChildren } from "preact";
import { ThemeSwitch } from "../theme";
import { Brand } from "./brand";
import { LanguageSwitch } from "./language-switch";

interface BarProps {
  /** What stands before the switches; without it, the brand alone. */
  children?: ComponentChildren;
  /** What stands behind them. */
  end?: ComponentChildren;
}

/** The bar above a page. */
export const Bar = (props: BarProps) => (
  <header class="bar">
    <InBar {...props} />
  </header>
);

/** What stands in a bar that the page has already. */
export function InBar({ children, end }: BarProps) {
  return (
    <>
      {children ?? (
        <div class="grow">
          <Brand href="/" />
        </div>
      )}
      <LanguageSwitch />
      <ThemeSwitch />
      {end}
    </>
  );
}
