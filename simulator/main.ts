import { readFaults } from './feed/index.ts';
import { createIdentity } from './identity/index.ts';
import { startMailServer } from './mail/server.ts';
import { startSimulator } from './simulator.ts';

const identity = createIdentity();
const day = process.env.SIMULATED_DAY;
const [simulator, mail] = await Promise.all([
  startSimulator({
    port: Number(process.env.PORT ?? 0),
    enforceLimits: true,
    feedFaults: readFaults(process.env.SIMULATED_FEED_FAULTS),
    ...(day && { day: Date.parse(day) }),
    asOf: process.env.SIMULATOR_AS_OF === '2020' ? 2020 : 2026,
    identity,
  }),
  startMailServer({ port: Number(process.env.MAIL_PORT ?? 0), identity }),
]);
console.log(`simulator listening on ${simulator.url}, its mail server on port ${mail.port}`);

async function end(): Promise<void> {
  await Promise.all([simulator.stop(), mail.stop()]);
  process.exit(0);
}
process.once('SIGINT', end);
process.once('SIGTERM', end);
