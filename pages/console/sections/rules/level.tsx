import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-preact";
import { evaluateLogic, type Truth } from "../../../../src/engine/rules/logic";
import { language } from "../../../shared/language";
import { Button } from "../../../shared/parts/button";
import { ConditionBox } from "./condition";
import { type Draft, type Group, isGroup, keysIn, type Level, logicText } from "./draft";
import { factLabel } from "./facts";
import * as moves from "./moves";
import { useSeen, VerdictIcon } from "./seen";
import { useRuleText } from "./texts";

interface LevelProps {
  level: Level;
  onLevel: (level: Level) => void;
  /** Of the paths of its rules, such as `1.rules.`. */
  prefix: string;
  /** What a new rule begins with. */
  fresh: Draft;
}

/** Rules in the boxes that their expression stands for. */
export function LevelBox(props: LevelProps) {
  const { level } = props;
  return (
    <div class="stack">
      <Box {...props} box={level.logic} path={[]} />
      <Outside {...props} />
      {keysIn(level.logic).length > 1 && <Expression logic={level.logic} />}
    </div>
  );
}

function Expression({ logic }: { logic: Group }) {
  const t = useRuleText();
  return (
    <p class="small soft">
      {t("expression")}: <code class="code">{logicText(logic)}</code>
    </p>
  );
}

const TRUTHS: Record<string, Truth> = { matched: true, not_matched: false };

type BoxProps = LevelProps & { box: Group; path: moves.Path };

function Box(props: BoxProps) {
  const { level, onLevel, prefix, fresh, box, path } = props;
  const t = useRuleText();
  const { trial } = useSeen();
  const isInner = path.length > 0;
  const truthOf = (key: string) => TRUTHS[trial?.traces.get(prefix + key)?.verdict ?? ""] ?? null;
  const isJudged = keysIn(box).some((key) => trial?.traces.has(prefix + key));
  const truth = box.parts.length > 0 && isJudged ? evaluateLogic(box, truthOf) : null;
  const verdict = truth === null ? "unknown" : truth ? "matched" : "not_matched";
  const set = (kind: Group["kind"]) =>
    onLevel({ ...level, logic: moves.setKind(level.logic, path, kind) });
  return (
    <div class={`rule-group ${isInner || prefix ? "inner" : ""} ${isJudged ? verdict : ""}`}>
      {(isInner || box.parts.length > 1) && (
        <div class="apart">
          <div class="row tight">
            {isJudged && <VerdictIcon verdict={verdict} />}
            <Joiner kind={box.kind} onKind={set} />
          </div>
          {isInner && <Tools {...props} at={path} />}
        </div>
      )}
      {box.parts.length === 0 && !prefix && <p class="soft">{t("nothing-asked")}</p>}
      <ol class="rule-parts">
        {box.parts.map((part, place) => (
          <li key={isGroup(part) ? `box ${place}` : `${part.key} ${place}`}>
            {place > 0 && <span class="rule-word">{t(`word.${box.kind}`)}</span>}
            {isGroup(part) ? (
              <Box {...props} box={part} path={[...path, place]} />
            ) : (
              <Part {...props} id={part.key} at={[...path, place]} />
            )}
          </li>
        ))}
      </ol>
      <div class="row tight">
        <Button look="little" onClick={() => onLevel(moves.addRule(level, path, fresh))}>
          <Plus size={14} aria-hidden="true" />
          {t("add.rule")}
        </Button>
        {box.parts.length > 0 && (
          <Button
            look="little plain"
            onClick={() => onLevel(moves.addBox(level, path, box.kind, fresh))}
          >
            <Plus size={14} aria-hidden="true" />
            {t("add.box")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface JoinerProps {
  kind: Group["kind"];
  onKind: (kind: Group["kind"]) => void;
}

function Joiner({ kind, onKind }: JoinerProps) {
  const t = useRuleText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed
    <div class="segments" role="group" aria-label={t("box")}>
      {(["and", "or"] as const).map((one) => (
        <button key={one} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
          {t(`join.${one}`)}
        </button>
      ))}
    </div>
  );
}

function Part(props: BoxProps & { id: string; at: moves.Path }) {
  const { level, onLevel, prefix, id } = props;
  const draft = level.rules[id];
  if (!draft) return null;
  return (
    <ConditionBox
      number={id}
      path={prefix + id}
      draft={draft}
      onDraft={(next) => onLevel(moves.setRule(level, id, next))}
      tools={<Tools {...props} />}
    />
  );
}

/** Moves a rule or a box, gives a rule a box of its own, takes either away. */
function Tools({ level, onLevel, prefix, at, id }: BoxProps & { at: moves.Path; id?: string }) {
  const t = useRuleText();
  const { logic } = level;
  const path = (prefix + id).replaceAll(".rules.", ".");
  const name = id === undefined ? t("group") : t("number", { path });
  return (
    <div class="row rule-tools">
      {id !== undefined && logic.parts.length > 1 && (
        <Button look="little plain" onClick={() => onLevel(moves.wrapAt(level, at))}>
          {t("wrap")}
        </Button>
      )}
      {([-1, 1] as const).map((step) => {
        const Icon = step === -1 ? ArrowUp : ArrowDown;
        return (
          <Button
            key={step}
            look="square little plain"
            aria-label={`${name}: ${t(step === -1 ? "up" : "down")}`}
            disabled={!moves.canMove(logic, at, step)}
            onClick={() => onLevel(moves.moveAt(level, at, step))}
          >
            <Icon size={16} aria-hidden="true" />
          </Button>
        );
      })}
      <Button
        look="square little plain"
        aria-label={`${name}: ${t("remove")}`}
        onClick={() => onLevel(moves.removeAt(level, at))}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Rules that are stored and that no box names. */
function Outside({ level, onLevel }: LevelProps) {
  const t = useRuleText();
  const spoken = language.use();
  const asked = new Set(keysIn(level.logic));
  const rest = Object.entries(level.rules).filter(([key]) => !asked.has(key));
  if (rest.length === 0) return null;
  return (
    <div class="rule-outside stack tight">
      <h3>{t("outside.title")}</h3>
      <p class="soft small">{t("outside.text")}</p>
      {rest.map(([key, draft]) => (
        <div key={key} class="apart">
          <span>{factLabel(draft.name, spoken)}</span>
          <div class="row tight">
            <Button look="little" onClick={() => onLevel(moves.takeIn(level, key))}>
              {t("outside.take")}
            </Button>
            <Button look="little plain" onClick={() => onLevel(moves.dropRule(level, key))}>
              {t("remove")}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
