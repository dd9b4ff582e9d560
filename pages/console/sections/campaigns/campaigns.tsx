import "./campaigns.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Named } from "../../parts/named";
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
        {() => <Named at={3}>{(id) => <EditCampaign id={id} />}</Named>}
      </Route>
      <Route path="/campaigns/:id">
        {() => <Named at={3}>{(id) => <Campaign id={id} />}</Named>}
      </Route>
      <Route component={Lost} />
    </Switch>
  );
}
