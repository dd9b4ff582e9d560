import { KeyRound, LogOut, Menu } from "lucide-preact";
import { Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { Link, Route, Router, Switch, useLocation } from "wouter-preact";
import { Bar } from "../shared/parts/bar";
import { Brand } from "../shared/parts/brand";
import { Dialog } from "../shared/parts/dialog";
import { Ghosts, State } from "../shared/parts/state";
import { Lost } from "./parts/lost";
import { goOrAsk, Leaving, leaveOrAsk } from "./parts/unsaved";
import { GROUPS, SECTIONS, type Section } from "./sections";
import { session } from "./session";
import { useConsoleText } from "./texts";

function Sections({ onGone }: { onGone?: () => void }) {
  const t = useConsoleText();
  const [path] = useLocation();
  return (
    <nav class="console-nav" aria-label={t("sections")}>
      {GROUPS.map((group) => {
        const sections = SECTIONS.filter((section) => section.group === group);
        if (sections.length === 0) return null;
        return (
          <div key={group}>
            <p class="console-group">{t(`group.${group}`)}</p>
            <ul>
              {sections.map(({ name, icon: Icon }) => (
                <li key={name}>
                  <Link
                    href={`/${name}`}
                    onClick={onGone}
                    aria-current={path.split("/")[1] === name ? "page" : undefined}
                  >
                    <Icon size={18} aria-hidden="true" />
                    {t(`section.${name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Top() {
  const t = useConsoleText();
  const { project } = session.use() ?? {};
  const [isOpen, setOpen] = useState(false);
  return (
    <Bar end={<SignOut />}>
      <button type="button" class="button plain square console-menu" onClick={() => setOpen(true)}>
        <Menu size={20} aria-hidden="true" />
        <span class="unseen">{t("menu")}</span>
      </button>
      {isOpen && (
        <Dialog title={t("menu")} shape="side" onClose={() => setOpen(false)}>
          <Sections onGone={() => setOpen(false)} />
        </Dialog>
      )}
      <Brand href="/" />
      <p class="grow cut soft console-project">{project?.name}</p>
    </Bar>
  );
}

function SignOut() {
  const t = useConsoleText();
  return (
    <button
      type="button"
      class="button plain square"
      onClick={() => leaveOrAsk(() => session.set(null))}
    >
      <LogOut size={18} aria-hidden="true" />
      <span class="unseen">{t("sign-out")}</span>
    </button>
  );
}

/** A section, or what it needs and this session has not. */
function Shown({ section: { name, needs, hasMore, page: Page } }: { section: Section }) {
  const t = useConsoleText();
  const pairs = session.use();
  const [path] = useLocation();
  useEffect(() => {
    document.title = `${t(`section.${name}` as "section.overview")} · Vouchsafe`;
  });
  if (!pairs?.[needs]) {
    return <State icon={KeyRound} title={t(`needs.${needs}`)} text={t("needs.text")} isPage />;
  }
  // A section that has nothing below itself is not shown there.
  if (!hasMore && path.split("/").filter(Boolean).length > 1) return <Lost />;
  return (
    <Suspense fallback={<Ghosts />}>
      <Page />
    </Suspense>
  );
}

/** The frame around all sections. */
export function Shell() {
  return (
    <Router base="/console" aroundNav={goOrAsk}>
      <Leaving />
      <Top />
      <div class="console-frame">
        <aside class="console-side">
          <Sections />
        </aside>
        <main id="content" class="console-main">
          <Switch>
            {SECTIONS.map((section) => (
              <Route key={section.name} path={`/${section.name}/*?`}>
                <Shown section={section} />
              </Route>
            ))}
            <Route path="/">
              <Shown section={SECTIONS[0]} />
            </Route>
            <Route>
              <Lost />
            </Route>
          </Switch>
        </main>
      </div>
    </Router>
  );
}
