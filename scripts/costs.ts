import { monthTable, operationTable } from "./cost-tables";
import { MEASURED } from "./measured";

// What a million of each operation costs, and what 10, 1,000 and 100,000 shops cost a month: `npm run
// costs`, or with other numbers of redemptions a shop and day, and of months since they opened,
// behind it.

const [redemptions, months] = process.argv.slice(2).map(Number);
console.log(`${operationTable(MEASURED)}\n\n${monthTable(MEASURED, redemptions, months)}`);
