export {
  checkPrices,
  eraseRemovedHistories,
  isPriceWorkDue,
  rollUpPrices,
} from './checks/service.ts';
export { addTargets, listUrls, readTarget, removeTargets } from './targets/service.ts';
export { listMovers } from './targets/store-movers.ts';
