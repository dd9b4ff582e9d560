import "./rules.css";
import { useQuery } from "@tanstack/preact-query";
import { Route, Switch } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Lost } from "../../parts/lost";
import { Loaded } from "../../parts/one";
import { server } from "../../session";
import { Editor } from "./editor";
import { Formulas } from "./formulas";
import { RuleList } from "./rule-list";

export default function Rules() {
  return (
    <Switch>
      <Route path="/rules" component={RuleList} />
      <Route path="/rules/formulas" component={Formulas} />
      <Route path="/rules/new">
        <Editor rule={null} />
      </Route>
      <Route path="/rules/:id">{({ id }) => <Known key={id} id={id} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}

function Known({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ["rule", id],
    queryFn: () => {
      const params = { path: { validationRuleId: id } };
      return answerOf(server().GET("/v1/validation-rules/{validationRuleId}", { params }));
    },
  });
  // What is saved, or brought back, is shown as the service has it now.
  return (
    <Loaded query={query} isPage>
      {(rule) => <Editor key={rule.updated_at ?? "made"} rule={rule} />}
    </Loaded>
  );
}
