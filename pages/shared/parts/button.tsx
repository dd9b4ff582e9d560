import type { JSX } from "preact";

type ButtonProps = Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "class"> & {
  /** `main`, `danger`, `plain`, `little`, `square`: several with a space between. */
  look?: string;
  isBusy?: boolean;
};

const letGo = (event: Event): void => event.preventDefault();

/** A button that cannot be pressed twice while it works, and says so; nor is its form sent twice. */
export function Button({ look = "", isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${look}`}
      aria-busy={isBusy}
      onClick={isBusy ? letGo : onClick}
    >
      {children}
    </button>
  );
}
