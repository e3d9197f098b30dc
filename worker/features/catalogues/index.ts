export {
  clearCatalogues,
  deleteLongGone,
  isClearingDue,
  offerReadings,
} from './readings/service.ts';
export { listOutlook, listSales } from './sales/service.ts';
