import { columnsOf } from "../../db/columns";
import { segmentMembers, segmentStanding } from "../../db/tables/catalogue";

/** Lists that a customer is on; they lose the customer with its row (`deleteCustomer`). */
export const listsTell = columnsOf(segmentMembers, ["customer_id"]);

/** Segments that a customer is told to be in; they go in the same way. */
export const standingTells = columnsOf(segmentStanding, ["customer_id"]);
