import { Route, Switch, useLocation } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Back } from "../../parts/one";
import { Work } from "../../parts/work";
import { ImportList } from "./import-list";
import { NewImport } from "./new-import";
import { useImportText } from "./texts";

export default function Imports() {
  return (
    <Switch>
      <Route path="/imports" component={ImportList} />
      <Route path="/imports/new" component={NewImport} />
      <Route path="/imports/:id">{({ id }) => <Import id={id} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}

/** One import: how far it is, and the rows that were refused. */
function Import({ id }: { id: string }) {
  const t = useImportText();
  const [, go] = useLocation();
  return (
    <>
      <Back href="/imports">{t("back")}</Back>
      <h1>{t("title")}</h1>
      <Work
        id={id}
        refresh={["imports", "vouchers", "customers", "campaigns"]}
        onGone={() => go("/imports")}
      />
    </>
  );
}
