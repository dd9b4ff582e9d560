import { PickedField } from "./picked-field";
import { type CampaignType, searchCampaigns } from "./search";

interface CampaignFieldProps {
  label: string;
  error?: string | undefined;
  /** The campaign's id; empty for none. */
  value: string;
  /** Offers campaigns of this type alone. */
  type?: CampaignType;
  onCampaign: (id: string) => void;
}

/** Picks one campaign by its name, or takes its id. */
export const CampaignField = ({ type, onCampaign, ...props }: CampaignFieldProps) => (
  <PickedField
    {...props}
    name={`campaigns ${type ?? ""}`}
    search={(text) => searchCampaigns(text, type)}
    onValue={onCampaign}
    isFree
  />
);
