import { LibsqlError } from '@libsql/client/web';
import { expect, test } from 'vitest';
import { describeFailure } from '../../worker/http/errors.ts';

// What the libSQL server answered on a file system of 8 MB that was full.
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
