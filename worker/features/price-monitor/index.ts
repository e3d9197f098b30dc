export { checkPrices, isPriceWorkDue, rollUpPrices } from './service-checks.ts';
export { addTargets, listUrls, readTarget, removeTargets } from './service-targets.ts';
export { listMovers } from './store-movers.ts';
