import { LibsqlError } from '@libsql/client/web';
import { expect, test } from 'vitest';
import { describeFailure } from '../../worker/http/errors.ts';

// The answers of the libSQL server on a file system of 8 MB that was full.
test.each(['SQLITE_IOERR', 'SQLITE_FULL'])(
  'a full disk (%s) becomes 503, however the database wrapped it',
  (code) => {
    const cause = new LibsqlError('SQLite error: disk I/O error', code);
    const failure = describeFailure(new Error('Failed query: insert into queues', { cause }));
    expect(failure.status).toBe(503);
    expect(failure.body.message).toBe('The database cannot be written: its disk may be full.');
    expect(failure.isOurs).toBe(true);
  },
);

test.each(['SQLITE_BUSY', 'TRANSACTION_TIMEOUT'])(
  'a change that other writers blocked (%s) becomes 503',
  (code) => {
    const { status, body } = describeFailure(new LibsqlError('Transaction timed out', code));
    expect({ status, message: body.message }).toEqual({
      status: 503,
      message: 'The database is busy. Please try again.',
    });
  },
);
