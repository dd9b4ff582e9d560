import { nearDb } from "../db/near";
import { ApiError } from "../errors";
import type { Scope } from "../scope/scope";

/** Whether what is read may be older than what the primary has. */
export const isNear = ({ db }: Pick<Scope, "db">): boolean => db.session !== undefined;

/**
 * The same work by the settings of the primary, where those at hand are a copy's. A project that
 * lives elsewhere by now is found when it is asked for again (project_moving).
 */
export async function renewedScope(scope: Scope): Promise<Scope> {
  if (!scope.renewed) return scope;
  const { project, schemas, stacking } = await scope.renewed();
  if (project.place !== scope.project.place) throw new ApiError("project_moving");
  return { ...scope, project, schemas, stacking, renewed: null };
}

interface Asked<T> {
  stands: (answer: T) => boolean;
  /** What misses is charged to a budget, which only the primary keeps: it is asked in any case. */
  isCharged?: boolean;
}

/**
 * Asks near the caller first, where the request lets it; what does not stand (a refusal, or an
 * answer that `stands` denies) is asked again on the primary, by the settings that it has, so that
 * nobody is refused by the age of a copy. A yes needs no second look: it reserves nothing, and
 * whatever writes decides again on the primary. What an attempt counts and tells later goes out
 * only where its answer does.
 */
export async function nearFirst<T>(
  scope: Scope,
  ask: (scope: Scope) => Promise<T>,
  { stands, isCharged = false }: Asked<T>,
): Promise<T> {
  const { db, near } = scope;
  const { trail } = db;
  // The key of an idempotent request has to be looked up where it would be written.
  if (near === null || !trail || scope.claim || isNear(scope)) {
    return ask(await renewedScope(scope));
  }
  const told: (() => void)[] = [];
  trail.isNear = true;
  trail.isPrimary = true;
  // The primary itself may be the nearest, but what it was asked by may be a copy's.
  const isSure = () => trail.isPrimary && !isCharged && !scope.renewed;
  try {
    const answer = await ask({
      ...scope,
      db: nearDb(db, near),
      countLater: (...counted) => told.push(() => scope.countLater(...counted)),
      tellLater: (event) => told.push(() => scope.tellLater(event)),
    });
    if (stands(answer) || isSure()) {
      for (const tell of told) tell();
      return answer;
    }
  } catch (error) {
    // A copy that fails has said nothing.
    if (error instanceof ApiError && isSure()) throw error;
  }
  trail.isNear = false;
  trail.isRepeated = true;
  return ask(await renewedScope(scope));
}
