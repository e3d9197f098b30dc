import { type Answer, gatewayFault, json, type Request } from './answers.ts';
import { ARTISTS } from './artists.ts';

const SLOW_MS = 2500;
const DAY = 86_400_000;
const spikes = new Map<string, number>();

/**
 * The answer to an event search for an artist with a mood: another one, or the real one after a
 * delay.
 */
export function answerMood(request: Request): { instead?: Answer; delayMs?: number } | null {
  const id = request.query.get('attractionId');
  const mood = ARTISTS.find((artist) => artist.id === id)?.mood;
  switch (mood) {
    case 'slow':
      return { delayMs: SLOW_MS };
    case 'silent':
      return { instead: { status: 200, body: '', isSilent: true } };
    case 'error':
      return { instead: gatewayFault(500, 'Internal Server Error', 'steps.raisefault.RaiseFault') };
    case 'rate-limited':
      return { instead: refuseForTheDay(request) };
    case 'spike':
      return refuseEverySecond(request);
    case 'broken-json':
      return { instead: breakOff() };
    default:
      return null;
  }
}

/** The daily quota is used up. The provider's text repeats the key. */
export function refuseForTheDay(request: Request): Answer {
  const key = request.query.get('apikey') ?? '';
  const reset = Math.ceil((request.now + 1) / DAY) * DAY;
  const fault = gatewayFault(
    429,
    `Rate limit quota violation. Quota limit  exceeded. Identifier : ${key}`,
    'policies.ratelimit.QuotaViolation',
  );
  const limits = {
    'Rate-Limit-Available': '0',
    'Rate-Limit-Over': '1',
    'Rate-Limit-Reset': `${reset}`,
  };
  return { ...fault, headers: { ...fault.headers, ...limits } };
}

/** Too many calls within a second: the first of two equal calls is refused. */
function refuseEverySecond(request: Request): { instead: Answer } | null {
  const call = `${request.path}?${request.query}`;
  const seen = (spikes.get(call) ?? 0) + 1;
  spikes.set(call, seen);
  if (seen % 2 === 0) return null;
  const fault = gatewayFault(
    429,
    'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000, maxBurstMessageCount=1.0}',
    'policies.ratelimit.SpikeArrestViolation',
  );
  return { instead: { ...fault, headers: { ...fault.headers, 'Retry-After': '1' } } };
}

function breakOff(): Answer {
  const whole = json({ _embedded: { events: [] }, page: { totalElements: 1 } });
  return { ...whole, body: whole.body.slice(0, 20) };
}
