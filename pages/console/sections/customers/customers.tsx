import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Named } from "../../parts/named";
import { Customer } from "./customer";
import { CustomerList } from "./customer-list";

export default function Customers() {
  return (
    <Switch>
      <Route path="/customers" component={CustomerList} />
      <Route path="/customers/:id">
        {() => <Named at={3}>{(id) => <Customer id={id} />}</Named>}
      </Route>
      <Route component={Lost} />
    </Switch>
  );
}
