export {
  clearCatalogues,
  deleteLongGone,
  isClearingDue,
  offerReadings,
} from './readings/service.ts';
export { listOutlook } from './sales/service.ts';
