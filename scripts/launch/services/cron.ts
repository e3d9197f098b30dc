import type { Service } from '../service.ts';

const MINUTE_MS = 60_000;

/** `wrangler dev` never fires cron triggers by itself: this calls the scheduled handler at the start of each minute. */
export const cron: Service = {
  name: 'cron',
  async start(launch) {
    const url = `http://127.0.0.1:${launch.workerPort}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`;
    let timer: NodeJS.Timeout;
    const stopping = new AbortController();
    const tick = async () => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(50_000)]);
      try {
        const answer = await fetch(url, { signal });
        if (!answer.ok) console.error(`[cron] The scheduled handler answered ${answer.status}.`);
      } catch (error) {
        if (!stopping.signal.aborted) console.error(`[cron] ${String(error)}`);
      }
    };
    const plan = () => {
      timer = setTimeout(
        () => {
          void tick();
          plan();
        },
        MINUTE_MS - (Date.now() % MINUTE_MS),
      );
    };
    plan();
    return {
      stop: async () => {
        clearTimeout(timer);
        stopping.abort();
      },
    };
  },
};
