/**
 * Part of `npm test`: the built app stays within its budget of first-load JavaScript and does not
 * load the workbook reader first.
 */
import { weighRoutes } from './web-bundle.ts';

const weights = weighRoutes();
const over = weights.filter(({ bytes, budget }) => bytes > budget);
for (const { route, bytes, budget } of over) {
  console.error(`${route} loads ${bytes} bytes of JavaScript (gzip), its budget is ${budget}.`);
}
const reading = weights.filter(({ readsWorkbooks }) => readsWorkbooks);
for (const { route } of reading) {
  console.error(`${route} loads the reader of workbooks, which only a worker may load.`);
}
console.log(`${weights.length} routes weighed, ${over.length} over budget.`);
process.exitCode = over.length + reading.length === 0 ? 0 : 1;
