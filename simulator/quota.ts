import { type Answer, gatewayFault, type Request } from './answers.ts';

const DAILY_LIMIT = 5000;
const PER_SECOND = 5;
const DAY = 86_400_000;
const GUARDED = ['/discovery/', '/discovery-feed/', '/commerce/'];

/**
 * The gateway in front of the APIs: refuses calls without a key, counts the day's calls in the rate-limit headers
 * and, with `enforceRate`, refuses more than five calls a second.
 */
export function createGateway(enforceRate: boolean) {
  const used = new Map<string, number>();
  const recent: number[] = [];
  return (request: Request, answer: () => Answer): Answer => {
    if (!GUARDED.some((prefix) => request.path.startsWith(prefix))) return answer();
    const key = request.query.get('apikey');
    if (!key) {
      return gatewayFault(
        401,
        'Failed to resolve API Key variable request.queryparam.apikey',
        'steps.oauth.v2.FailedToResolveAPIKey',
      );
    }
    if (key.startsWith('invalid')) {
      return gatewayFault(401, 'Invalid ApiKey', 'oauth.v2.InvalidApiKey');
    }
    if (enforceRate && isTooFast(recent, Date.now())) {
      return gatewayFault(
        429,
        'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000, maxBurstMessageCount=1.0}',
        'policies.ratelimit.SpikeArrestViolation',
      );
    }
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    const made = answer();
    return { ...made, headers: { ...limitHeaders(count, request.now), ...made.headers } };
  };
}

function isTooFast(recent: number[], now: number): boolean {
  while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
  recent.push(now);
  return recent.length > PER_SECOND;
}

function limitHeaders(count: number, now: number): Record<string, string> {
  return {
    'Rate-Limit': String(DAILY_LIMIT),
    'Rate-Limit-Available': String(Math.max(0, DAILY_LIMIT - count)),
    'Rate-Limit-Over': String(Math.max(0, count - DAILY_LIMIT)),
    'Rate-Limit-Reset': String(Math.ceil((now + 1) / DAY) * DAY),
  };
}
