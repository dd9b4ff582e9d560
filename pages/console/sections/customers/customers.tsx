import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Customer } from "./customer";
import { CustomerList } from "./customer-list";

export default function Customers() {
  return (
    <Switch>
      <Route path="/customers" component={CustomerList} />
      <Route path="/customers/:id">{({ id }) => <Customer id={decodeURIComponent(id)} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
