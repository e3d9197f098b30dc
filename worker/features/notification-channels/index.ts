export { deliverToChannels } from './service.ts';
