import { type Answer, json, type Request } from './answers.ts';

/** One message that was posted to the sink. */
interface Received {
  path: string;
  body: string;
}

const KEPT = 1000;

/**
 * A webhook receiver: POST /sink[/name] keeps the body, GET /sink[/name] lists the bodies received there,
 * DELETE /sink[/name] deletes them.
 */
export function createSink(): (request: Request) => Answer | null {
  let received: Received[] = [];
  return (request) => {
    if (request.path !== '/sink' && !request.path.startsWith('/sink/')) return null;
    if (request.method === 'GET') {
      return json(received.filter((message) => message.path === request.path));
    }
    if (request.method === 'DELETE') {
      received = received.filter((message) => message.path !== request.path);
      return { status: 204, body: '' };
    }
    received.push({ path: request.path, body: request.body });
    received = received.slice(-KEPT);
    return { status: 204, body: '' };
  };
}
