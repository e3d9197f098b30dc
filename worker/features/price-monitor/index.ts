export {
  checkPrices,
  eraseRemovedHistories,
  isPriceWorkDue,
  rollUpPrices,
} from './checks/service.ts';
export { addEvents, listUrls, readEvent, removeEvents } from './events/service.ts';
export { listMovers } from './events/store-movers.ts';
export { readWithHistory } from './history/service.ts';
