import { columnsOf } from "../../db/columns";
import { segmentMembers } from "../../db/tables/catalogue";

/** Lists that a customer is on; they lose the customer with its row (`deleteCustomer`). */
export const listsTell = columnsOf(segmentMembers, ["customer_id"]);
