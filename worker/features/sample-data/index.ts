export { isSampleWorkDue, runSampleData } from './service.ts';
