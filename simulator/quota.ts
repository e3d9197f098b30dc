import { type Answer, gatewayFault, type Request } from './answers.ts';
import { refuseForTheDay } from './moods.ts';

const DAILY_LIMIT = 5000;
const PER_SECOND = 5;
const DAY = 86_400_000;
const PACED = ['/discovery/', '/commerce/'];
const GUARDED = [...PACED, '/discovery-feed/'];

/**
 * The gateway in front of the APIs: refuses calls without a key, and counts the day's calls in the rate-limit headers.
 * `isLimited` refuses more than five calls a second and more than 5,000 a day.
 */
export function createGateway(isLimited: boolean) {
  const used = new Map<string, { day: number; count: number }>();
  const takePlace = createPlaces();
  return (request: Request, answer: () => Answer): Answer => {
    const isBelow = (prefix: string) => request.path.startsWith(prefix);
    if (!GUARDED.some(isBelow)) return answer();
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
    if (isLimited && PACED.some(isBelow) && !takePlace(Date.now())) {
      return gatewayFault(
        429,
        'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000, maxBurstMessageCount=1.0}',
        'policies.ratelimit.SpikeArrestViolation',
      );
    }
    const day = Math.floor(request.now / DAY);
    const counted = used.get(key);
    const count = (counted?.day === day ? counted.count : 0) + 1;
    used.set(key, { day, count });
    if (isLimited && count > DAILY_LIMIT) return refuseForTheDay(request);
    const made = answer();
    return { ...made, headers: { ...limitHeaders(count, request.now), ...made.headers } };
  };
}

/**
 * Five slots, of which five become free again each second: calls at an even pace arrive unevenly.
 */
function createPlaces(): (now: number) => boolean {
  let free = PER_SECOND;
  let at = 0;
  return (now) => {
    free = Math.min(PER_SECOND, free + ((now - at) / 1000) * PER_SECOND);
    at = now;
    if (free < 1) return false;
    free -= 1;
    return true;
  };
}

function limitHeaders(count: number, now: number): Record<string, string> {
  return {
    'Rate-Limit': String(DAILY_LIMIT),
    'Rate-Limit-Available': String(Math.max(0, DAILY_LIMIT - count)),
    'Rate-Limit-Over': String(Math.max(0, count - DAILY_LIMIT)),
    'Rate-Limit-Reset': String(Math.ceil((now + 1) / DAY) * DAY),
  };
}
