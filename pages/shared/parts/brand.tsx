/** The ticket with a tick: the mark of all pages. */
export function Brand({ href, name = "Vouchsafe" }: { href: string; name?: string }) {
  return (
    <a class="brand" href={href} aria-label={name}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path
          fill="var(--accent)"
          d="M4 8a3 3 0 0 1 3-3h18a3 3 0 0 1 3 3v4.5a3.5 3.5 0 0 0 0 7V24a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-4.500a3.500 3.500 0 0 0 0-7z"
        />
        <path
          fill="none"
          stroke="var(--on-accent)"
          stroke-width="3"
          stroke-linecap="round"
          stroke-linejoin="round"
          d="m10.500 16 4 4 7-8"
        />
      </svg>
      <span>{name}</span>
    </a>
  );
}
