import { startSimulator } from './simulator.ts';

const simulator = await startSimulator({ port: Number(process.env.PORT ?? 0) });
console.log(`simulator listening on ${simulator.url}`);

async function end(): Promise<void> {
  await simulator.stop();
  process.exit(0);
}
process.once('SIGINT', end);
process.once('SIGTERM', end);
