import { DomainError } from '../../../shared/errors.ts';
import { readJson } from '../../../shared/json.ts';
import { cut } from '../../../shared/text.ts';
import { fieldsOf, isFields, listOf, textOf } from '../fields.ts';

/** A call that Ticketmaster refused. `status` is its HTTP status, 0 if it never answered. */
export class ProviderRefusal extends DomainError {
  readonly status: number;

  constructor(
    code: DomainError['code'],
    message: string,
    status: number,
    retryAfterSeconds?: number,
  ) {
    super(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    this.status = status;
  }
}

/** Removes the key from a text; 429 bodies repeat it. */
function withoutKey(text: string, key: string): string {
  if (key === '') return text;
  return [key, encodeURIComponent(key)].reduce(
    (left, secret) => left.replaceAll(secret, '…'),
    text,
  );
}

/** The message in an error body: `fault` of the gateway or `errors[]` of the API; '' if there is none. */
export function readDetail(body: string): { detail: string; code: string } {
  const { fault, errors } = fieldsOf(readJson(body));
  const { faultstring, detail } = fieldsOf(fault);
  const [error] = listOf(errors);
  return {
    detail: textOf(faultstring ?? error?.detail) ?? '',
    code: textOf(fieldsOf(detail).errorcode ?? error?.code) ?? '',
  };
}

/**
 * Whether a readable answer is an error despite its status: it has `fault` or `errors`, and no page
 * and no entry.
 */
export function isRefusedAnswer(answer: unknown): boolean {
  const { fault, errors, page, id, _embedded } = fieldsOf(answer);
  const hasErrors = isFields(fault) || (Array.isArray(errors) && errors.length > 0);
  return hasErrors && page === undefined && id === undefined && _embedded === undefined;
}

/** Refusals with texts of their own. */
const REFUSALS_BY_STATUS: Readonly<Record<number, readonly [DomainError['code'], string]>> = {
  401: ['upstream_failed', 'Ticketmaster refused the API key. Check TICKETMASTER_API_KEY.'],
  403: ['upstream_failed', 'Ticketmaster does not allow this API key to make this call.'],
  404: ['not_found', 'Ticketmaster has no such entry.'],
};

/** Turns a failed answer into the error that operators see. */
export function describeRefusal(status: number, body: string, key: string): ProviderRefusal {
  const explained = REFUSALS_BY_STATUS[status];
  if (explained !== undefined) return new ProviderRefusal(...explained, status);
  const detail = cut(withoutKey(readDetail(body).detail, key).replace(/\s+/g, ' '), 200);
  const reason = detail === '' ? '' : `: ${detail}`;
  const message = `Ticketmaster answered with status ${status}${reason}`;
  return new ProviderRefusal('upstream_failed', message, status);
}
