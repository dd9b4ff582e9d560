import "./programs.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Named } from "../../parts/named";
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
        {({ id, view }) => (
          <Named at={5}>{(code) => <Member programId={id} code={code} view={view} />}</Named>
        )}
      </Route>
      <Route path="/programs/:id/:view?">{({ id, view }) => <Program id={id} view={view} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
