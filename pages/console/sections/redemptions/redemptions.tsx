import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Redemption } from "./redemption";
import { RedemptionList } from "./redemption-list";

export default function Redemptions() {
  return (
    <Switch>
      <Route path="/redemptions" component={RedemptionList} />
      <Route path="/redemptions/:id">{({ id }) => <Redemption key={id} id={id} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
