import { columnsOf } from "../../db/columns";
import { customers } from "../../db/tables/customers";

/** The row of a customer goes as a whole, with the request that forgets them (`deleteCustomer`). */
export const customerTells = columnsOf(customers, [
  "id",
  "source_id",
  "name",
  "description",
  "email",
  "phone",
  "birthday",
  "birthdate",
  "address",
  "metadata",
  "consents",
]);
