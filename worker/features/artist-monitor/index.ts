export { checkArtist, claimDueChecks } from './check.ts';
export {
  addMonitoredArtist,
  countMonitoredArtists,
  forgetOldChanges,
  listMonitoredArtists,
  listSaleEvents,
  removeMonitoredArtist,
} from './service.ts';
