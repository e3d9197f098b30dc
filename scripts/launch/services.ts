import type { Service } from './service.ts';
import { cron } from './services/cron.ts';
import { database } from './services/database.ts';
import { hotReload } from './services/hot-reload.ts';
import { scanner } from './services/scanner.ts';
import { simulator } from './services/simulator.ts';
import { webApp } from './services/web-app.ts';
import { worker } from './services/worker.ts';

/** Everything that `npm start` starts, in this order; stopped in the opposite one. */
export const services: Service[] = [webApp, database, simulator, worker, scanner, hotReload, cron];
