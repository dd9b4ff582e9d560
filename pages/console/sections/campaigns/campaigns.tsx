import "./campaigns.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Campaign } from "./campaign";
import { CampaignList } from "./campaign-list";
import { NewCampaign } from "./create/new-campaign";
import { EditCampaign } from "./edit/edit";

export default function Campaigns() {
  return (
    <Switch>
      <Route path="/campaigns" component={CampaignList} />
      <Route path="/campaigns/new" component={NewCampaign} />
      <Route path="/campaigns/:id/edit">
        {({ id }) => <EditCampaign id={decodeURIComponent(id)} />}
      </Route>
      <Route path="/campaigns/:id">{({ id }) => <Campaign id={decodeURIComponent(id)} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
