import * as z from 'zod/mini';
import { type Answer, json, type Request } from './answers.ts';

/** One message that was posted to the sink. */
interface Received {
  path: string;
  body: string;
  headers: Request['headers'];
}

/** How a sink answers posts until a test sets another answer. */
const mood = z.object({
  /** A status other than 2xx refuses the message, which is then not stored. */
  status: z.int(),
  /** The value of the Retry-After header: seconds, or a date. */
  retryAfterSeconds: z.optional(z.union([z.number(), z.string()])),
  /** Stores the message, and never answers. */
  isSilent: z.optional(z.boolean()),
});
type Mood = z.infer<typeof mood>;

const KEPT = 1000;
const GOOD: Mood = { status: 204 };

/**
 * A webhook receiver: POST /sink[/name] stores the message, GET /sink[/name] lists the messages
 * received there, DELETE /sink[/name] deletes them. PUT /sink[/name] with a {@link Mood} decides
 * how it answers.
 */
export function createSink(): (request: Request) => Answer | null {
  let received: Received[] = [];
  const moods = new Map<string, Mood>();
  return (request) => {
    const { path, body, headers } = request;
    if (path !== '/sink' && !path.startsWith('/sink/')) return null;
    if (request.method === 'GET') return json(received.filter((message) => message.path === path));
    if (request.method === 'DELETE') received = received.filter((message) => message.path !== path);
    else if (request.method === 'PUT') moods.set(path, mood.parse(JSON.parse(body)));
    else return receive(moods.get(path) ?? GOOD, { path, body, headers });
    return { status: 204, body: '' };
  };

  function receive({ status, retryAfterSeconds, isSilent }: Mood, message: Received): Answer {
    if (status < 300) received = [...received, message].slice(-KEPT);
    return {
      status,
      body: '',
      ...(retryAfterSeconds && { headers: { 'retry-after': String(retryAfterSeconds) } }),
      ...(isSilent && { isSilent }),
    };
  }
}
