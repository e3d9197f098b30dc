export { checkPrices, isPriceWorkDue, rollUpPrices } from './service-checks.ts';
export { listMovers } from './store-movers.ts';
