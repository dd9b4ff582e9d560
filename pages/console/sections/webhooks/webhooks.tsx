import "./webhooks.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Webhook } from "./webhook";
import { WebhookList } from "./webhook-list";

export default function Webhooks() {
  return (
    <Switch>
      <Route path="/webhooks" component={WebhookList} />
      <Route path="/webhooks/:id">{({ id }) => <Webhook id={id} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
