import { columnsOf } from "../../db/columns";
import { segmentMembers } from "../../db/tables/catalogue";

/** The lists that a customer is on lose it with the row itself (`deleteCustomer`). */
export const listsTell = columnsOf(segmentMembers, ["customer_id"]);
