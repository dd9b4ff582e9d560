import "./vouchers.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Named } from "../../parts/named";
import { Voucher } from "./voucher";
import { VoucherList } from "./voucher-list";

export default function Vouchers() {
  return (
    <Switch>
      <Route path="/vouchers" component={VoucherList} />
      <Route path="/vouchers/:code">
        {() => <Named at={3}>{(code) => <Voucher code={code} />}</Named>}
      </Route>
      <Route component={Lost} />
    </Switch>
  );
}
