import type { ComponentChildren } from "preact";
import { LanguageSwitch } from "../language";
import { ThemeSwitch } from "../theme";
import { Brand } from "./brand";

interface BarProps {
  /** What stands before the switches; without it, the brand alone. */
  children?: ComponentChildren;
  /** What stands behind them. */
  end?: ComponentChildren;
}

/** The bar above a page. */
export function Bar({ children, end }: BarProps) {
  return (
    <header class="bar">
      {children ?? (
        <div class="grow">
          <Brand href="/" />
        </div>
      )}
      <LanguageSwitch />
      <ThemeSwitch />
      {end}
    </header>
  );
}
