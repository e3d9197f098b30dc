export { checkArtist, claimDueChecks } from './check.ts';
export { countMonitoredArtists, forgetOldChanges, listSaleEvents } from './service.ts';
