/** Who stands in a line, and for what. */
export interface Place {
  wants: readonly string[];
  /** How often its holder has looked whether its turn has come. */
  looks: number;
}

/**
 * Those who want the same, in the order in which they came. Nobody is woken: each looks by itself
 * whether its turn has come.
 */
export class Line {
  readonly #places: Place[] = [];

  /** Whether somebody stands here for one of these. */
  isWanted(wants: readonly string[]): boolean {
    return this.#places.some((place) => shares(place, wants));
  }

  join(wants: readonly string[]): Place {
    const place = { wants, looks: 0 };
    this.#places.push(place);
    return place;
  }

  /** Those who came earlier for some of the same, the earliest first. */
  ahead(place: Place): Place[] {
    return this.#places
      .slice(0, this.#places.indexOf(place))
      .filter((earlier) => shares(earlier, place.wants));
  }

  leave(place: Place): void {
    const at = this.#places.indexOf(place);
    if (at >= 0) this.#places.splice(at, 1);
  }
}

const shares = (place: Place, wants: readonly string[]): boolean =>
  place.wants.some((want) => wants.includes(want));
