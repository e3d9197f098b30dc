/** Part of `npm test`: the built app keeps its budget of first-load JavaScript. */
import { weighRoutes } from './web-bundle.ts';

const weights = weighRoutes();
const over = weights.filter(({ bytes, budget }) => bytes > budget);
for (const { route, bytes, budget } of over) {
  console.error(`${route} loads ${bytes} bytes of JavaScript (gzip), its budget is ${budget}.`);
}
console.log(`${weights.length} routes weighed, ${over.length} over budget.`);
process.exitCode = over.length === 0 ? 0 : 1;
