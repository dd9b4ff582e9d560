import "./vouchers.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Voucher } from "./voucher";
import { VoucherList } from "./voucher-list";

export default function Vouchers() {
  return (
    <Switch>
      <Route path="/vouchers" component={VoucherList} />
      <Route path="/vouchers/:code">
        {({ code }) => <Voucher code={decodeURIComponent(code)} />}
      </Route>
      <Route component={Lost} />
    </Switch>
  );
}
