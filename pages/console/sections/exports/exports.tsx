import "./exports.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { ExportList } from "./export-list";
import { NewExport } from "./new-export";

export default function Exports() {
  return (
    <Switch>
      <Route path="/exports" component={ExportList} />
      <Route path="/exports/new" component={NewExport} />
      <Route component={Lost} />
    </Switch>
  );
}
