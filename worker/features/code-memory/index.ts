export { signCode } from './code-ids.ts';
export { learnedCodesOf, markPlacesUsed, memoryRevision } from './service.ts';
