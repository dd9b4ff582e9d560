// Decides how much one decision may compare before it gives up.

/**
 * Units of work that one decision may spend, all of its redeemables together. A unit is about one
 * character compared or one position of a zone looked at: some nanoseconds.
 */
export const MOST_WORK = 10_000_000;

/** What an explanation of the decision may spend, as a part of that. */
const TOLD = 1 / 4;

/** Characters of a text that are searched for parts of it. */
export const MOST_CHARACTERS = 10_000;

/** Elements of a list that are looked up on the map. */
export const MOST_POINTS = 1_000;

/** What an explanation names as missing where the work did not suffice. */
export const WORK = "work";

/** What costs more than a unit each. */
export const COST = { condition: 16, element: 5, point: 16, date: 600, day: 150, part: 64 };

/**
 * Counts what one decision compares. It is a count, not a time: the same request comes to the same
 * answer on any machine. Once a unit is denied all others are, so that what could not be compared
 * never becomes an answer.
 */
export class Work {
  /** Units spent. */
  spent = 0;
  /** Whether something was asked for that was not there any more. */
  isOver = false;
  /** How often something was asked for that was not there. */
  denied = 0;

  private readonly most: number;
  private told: { spent: number; isOver: boolean };
  private isAside = false;

  constructor(most: number = MOST_WORK) {
    this.most = most;
    this.told = { spent: most * (1 - TOLD), isOver: false };
  }

  /** Pays for so many units; false where they are not there, after which nothing is. */
  pay(units: number): boolean {
    this.isOver ||= this.spent + units > this.most;
    if (this.isOver) this.denied++;
    else this.spent += units;
    return !this.isOver;
  }

  /**
   * Counts what only explains a decision on an account of its own: a
   * caller who asks why gets the same decision as one who does not.
   */
  aside<T>(explain: () => T): T {
    if (this.isAside) return explain();
    const { spent, isOver, denied } = this;
    this.isAside = true;
    Object.assign(this, this.told);
    const explained = explain();
    this.told = { spent: this.spent, isOver: this.isOver };
    Object.assign(this, { spent, isOver, denied });
    this.isAside = false;
    return explained;
  }
}

/** Pays where work is counted: in decisions. The filters of a list look at bounded rows. */
export const paid = ({ work }: { work?: Work | undefined }, units: number): boolean =>
  work === undefined || work.pay(units);

/** Whether a decision has had to give up. */
export const isOver = ({ work }: { work?: Work | undefined }): boolean => work?.isOver === true;
