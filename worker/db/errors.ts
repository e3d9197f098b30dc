import { DomainError } from '../../shared/errors.ts';

/** libSQL's codes of failures that are not faults of this program, with the text for operators. */
const FAILURES: Readonly<Record<string, () => DomainError>> = {
  SERVER_ERROR: () => unavailable('The database is not available. Please try again.'),
  SQLITE_BUSY: () => busy(),
  TRANSACTION_TIMEOUT: () => busy(),
  // A full disk is reported by either code, depending on which file could not grow.
  SQLITE_FULL: () => unavailable('The database cannot be written: its disk may be full.'),
  SQLITE_IOERR: () => unavailable('The database cannot be written: its disk may be full.'),
  SQLITE_TOOBIG: () => tooLarge(),
  RESPONSE_TOO_LARGE: () =>
    new DomainError('bad_request', 'The answer is too large: request fewer rows at once.'),
};

const busy = () => unavailable('The database is busy. Please try again.');

const unavailable = (message: string) => new DomainError('unavailable', message);

const tooLarge = () =>
  new DomainError(
    'payload_too_large',
    'The request holds a value that is too large for the database: send fewer rows at once.',
  );

/** Whether a unique index refused the statement, however deep libraries wrapped the error. */
export const isUniqueViolation = (error: unknown): boolean =>
  causesOf(error).some((cause) => /unique constraint failed/i.test(cause.message));

/** The index of the statement at which a batch failed; null for any other error. */
export function failedStatement(error: unknown): number | null {
  for (const cause of causesOf(error)) {
    if ('statementIndex' in cause && typeof cause.statementIndex === 'number') {
      return cause.statementIndex;
    }
  }
  return null;
}

/** The failure for the caller of a database error, or null for a fault of this program. */
export function describeDatabaseError(error: unknown): DomainError | null {
  if (isUniqueViolation(error)) return new DomainError('conflict', 'This entry exists already.');
  for (const cause of causesOf(error)) {
    const code = 'code' in cause ? String(cause.code) : '';
    const failure = FAILURES[code];
    if (failure !== undefined) return failure();
    if (code === 'ARGS_INVALID' && /too big/i.test(cause.message)) return tooLarge();
  }
  return null;
}

/** The error and what caused it, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at);
  return causes;
}
