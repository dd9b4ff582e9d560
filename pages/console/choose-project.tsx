import {
  keepPreviousData,
  QueryClientProvider,
  useMutation,
  useQuery,
} from "@tanstack/preact-query";
import { useMemo, useState } from "preact/hooks";
import type { Schemas } from "../../clients/typescript/src";
import { newCache } from "../shared/page";
import { Button } from "../shared/parts/button";
import { Ghosts } from "../shared/parts/state";
import { textsOf } from "../shared/texts";
import { projectsOf } from "./open";
import { FailedState, useFailure } from "./parts/failure";
import { FilterField } from "./parts/filter-field";
import { Pages } from "./parts/pages";
import { LIMIT } from "./parts/query";
import type { Pair } from "./session";
import { useConsoleText } from "./texts";

const useText = textsOf({
  choose: { en: "Choose a project", de: "Wähle ein Projekt" },
  "choose.text": {
    en: "The console works with a server key of the project. Without one it makes its own, named “Console”; block it under Keys whenever you like.",
    de: "Die Konsole arbeitet mit einem Server-Schlüssel des Projekts. Ohne einen legt sie einen eigenen an, „Console“; sperre ihn unter Schlüssel, wann immer du willst.",
  },
  name: { en: "Name begins with", de: "Name beginnt mit" },
  back: { en: "Back", de: "Zurück" },
});

interface ChooseProps {
  pair: Pair;
  /** Opens what was chosen; what it throws is told here. */
  onChosen: (project: Schemas["Project"]) => Promise<void>;
  onBack: () => void;
}

/** The projects of a management pair, however many there are. */
export function Choose(props: ChooseProps) {
  const cache = useMemo(newCache, []);
  return (
    <QueryClientProvider client={cache}>
      <Projects {...props} />
    </QueryClientProvider>
  );
}

function Projects({ pair, onChosen, onBack }: ChooseProps) {
  const t = useText();
  const c = useConsoleText();
  const failureOf = useFailure();
  const [name, setName] = useState("");
  const [page, setPage] = useState(1);
  const wanted = name.trim();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["choose", wanted, page],
    queryFn: () => projectsOf(pair, { limit: LIMIT, page, ...(wanted && { name: wanted }) }),
    placeholderData: keepPreviousData,
  });
  const opening = useMutation({ mutationFn: onChosen });
  const search = (text: string) => {
    setName(text);
    setPage(1);
  };
  return (
    <section class="card stack">
      <h1>{t("choose")}</h1>
      <p class="soft">{t("choose.text")}</p>
      <FilterField filter={{ name: "name", label: t("name") }} value={name} onValue={search} />
      {error ? (
        <FailedState error={error} onAgain={() => void refetch()} />
      ) : isPending ? (
        <Ghosts />
      ) : (
        <>
          {data.total === 0 && <p class="soft">{c("list.none")}</p>}
          <ul class="sign-in-projects">
            {data.data.map((project) => (
              <li key={project.id}>
                <button
                  type="button"
                  class="button"
                  disabled={opening.isPending}
                  onClick={() => opening.mutate(project)}
                >
                  <span class="strong cut">{project.name}</span>
                  <span class="soft small mono">{project.id}</span>
                </button>
              </li>
            ))}
          </ul>
          {data.total > LIMIT && (
            <Pages
              state={{ page, limit: LIMIT, after: null }}
              total={data.total}
              onChange={(change) => setPage(Number(change.page))}
              isFixed
            />
          )}
        </>
      )}
      <p role="alert" class="bad">
        {opening.error && failureOf(opening.error).text}
      </p>
      <div class="row">
        <Button onClick={onBack}>{t("back")}</Button>
      </div>
    </section>
  );
}
