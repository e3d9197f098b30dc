/**
 * The answer of a simulated route. `isSilent` keeps the connection open without sending anything,
 * `isEndless` repeats the body endlessly. `parts` are sent one after the other in place of the
 * body.
 */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
  delayMs?: number;
  isSilent?: boolean;
  isEndless?: boolean;
  parts?: () => AsyncIterable<Uint8Array>;
}

/**
 * One request as the routes see it. `origin` is the simulator's own address, `now` its time, `today` the UTC midnight
 * from which the dates of its world are counted.
 */
export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  origin: string;
  now: number;
  today: number;
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** The body of a refused Discovery request: `errors[]` with a code of the provider's list. */
export function discoveryError(status: number, code: string, detail: string): Answer {
  const label = status === 400 ? '400 BAD_REQUEST' : String(status);
  const about = { about: { href: `/discovery/v2/errors.html#${code}` } };
  return json({ errors: [{ code, detail, status: label, _links: about }] }, status);
}

/** The body of the gateway before the API: a `fault`. */
export function gatewayFault(status: number, faultstring: string, errorcode: string): Answer {
  return json({ fault: { faultstring, detail: { errorcode } } }, status);
}
