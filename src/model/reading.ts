/** What schemas need to know of the project whose body they read. */
interface ReadingProject {
  /** IANA time zone of its calendar. */
  timezone: string;
  /** ISO 4217; null where no project is known, as above all projects. */
  currency: string | null;
}

const NONE: ReadingProject = { timezone: "UTC", currency: null };

let project = NONE;

/**
 * Reads a body as one of the project. The reading is synchronous, so that no other request comes in
 * between.
 */
export function readingFor<T>(owner: ReadingProject | undefined, read: () => T): T {
  const before = project;
  project = owner ?? NONE;
  try {
    return read();
  } finally {
    project = before;
  }
}

/** The project whose body is being read. */
export const readProject = (): ReadingProject => project;
