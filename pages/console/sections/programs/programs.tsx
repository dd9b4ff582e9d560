import "./programs.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Member } from "./members/member";
import { Program } from "./program";
import { ProgramList } from "./program-list";
import { Catalogue } from "./rewards/catalogue/catalogue";

export default function Programs() {
  return (
    <Switch>
      <Route path="/programs" component={ProgramList} />
      <Route path="/programs/rewards" component={Catalogue} />
      <Route path="/programs/:id/members/:code/:view?">
        {({ id, code, view }) => (
          <Member programId={id} code={decodeURIComponent(code)} view={view} />
        )}
      </Route>
      <Route path="/programs/:id/:view?">{({ id, view }) => <Program id={id} view={view} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
