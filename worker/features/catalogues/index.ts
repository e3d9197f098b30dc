export {
  clearCatalogues,
  deleteLongGone,
  isClearingDue,
  offerReadings,
} from './readings/service.ts';
