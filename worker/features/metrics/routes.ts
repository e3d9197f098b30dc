import { Hono } from 'hono';
import type { Metric, Sample } from '../../../shared/metrics/exposition.ts';
import { answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { DURATION_BUCKETS, type RouteTraffic, readTraffic } from '../../http/traffic.ts';
import { readMetrics } from './service.ts';

/** Calls and durations by route, of this isolate. */
function trafficMetrics(traffic: readonly RouteTraffic[]): Metric[] {
  return [
    {
      name: 'boxoffice_requests_total',
      help: 'Calls that this isolate answered.',
      type: 'counter',
      samples: traffic.flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
      ),
    },
    {
      name: 'boxoffice_request_seconds',
      help: 'Time until the answer began.',
      type: 'histogram',
      samples: traffic.flatMap(({ method, route, within, calls, seconds }): Sample[] => {
        const labels = { method, route };
        const buckets = DURATION_BUCKETS.map(
          (le, at): Sample => ({
            suffix: '_bucket',
            labels: { ...labels, le },
            value: within[at] ?? 0,
          }),
        );
        return [
          ...buckets,
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: calls },
          { suffix: '_sum', labels, value: seconds },
          { suffix: '_count', labels, value: calls },
        ];
      }),
    },
  ];
}

/** The state of the product for Prometheus. */
export const metricsRoutes = new Hono<AppEnv>().get(
  '/metrics',
  answersFile('text/plain'),
  perMinute(60),
  async (c) => {
    const text = await readMetrics(c.var.ctx, trafficMetrics(readTraffic()));
    return c.body(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  },
);
