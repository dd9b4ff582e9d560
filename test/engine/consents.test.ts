import { describe, expect, it } from "vitest";
import { consentsAfter } from "../../src/engine/consents";

const OLD = "2026-01-01T00:00:00.000Z";
const NOW = "2026-02-01T00:00:00.000Z";
const yes = (date: string) => ({ value: true, date });
const no = (date: string) => ({ value: false, date });

describe("what a customer agrees to", () => {
  it.each([
    ["is what was said", {}, { sms: true, mail: false }, { sms: yes(NOW), mail: no(NOW) }],
    ["keeps its time where it stays", { sms: yes(OLD) }, { sms: true }, { sms: yes(OLD) }],
    [
      "keeps what is not said anew",
      { sms: yes(OLD) },
      { mail: true },
      { sms: yes(OLD), mail: yes(NOW) },
    ],
    ["can be taken back", { sms: yes(OLD) }, { sms: false }, { sms: no(NOW) }],
    [
      "is taken back as a whole",
      { sms: yes(OLD), mail: no(OLD) },
      { all: true },
      { sms: no(NOW), mail: no(OLD), all: yes(NOW) },
    ],
    [
      "is not taken back by the contrary",
      { sms: yes(OLD), all: yes(OLD) },
      { all: false },
      { sms: yes(OLD), all: no(NOW) },
    ],
    [
      "is not all taken back where one is given again",
      { sms: no(OLD), all: yes(OLD) },
      { sms: true },
      { sms: yes(NOW), all: no(NOW) },
    ],
    ["may go by any name", {}, { toString: true }, { toString: yes(NOW) }],
  ])("%s", (_, before, sent, expected) => {
    expect(consentsAfter(before, sent, { date: NOW, all: "all" })).toEqual(expected);
  });
});
