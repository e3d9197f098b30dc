import type { Client } from '@libsql/client/web';

/**
 * Writes what a version before 1.0.0 wrote first: its list of migrations, containing the first one.
 */
export const writeOldMigrations = (client: Client, first = '0000_schema', hash = '5e'.repeat(32)) =>
  client.batch(
    [
      'create table applied_migrations (name text primary key not null, hash text not null, applied_at integer not null)',
      `insert into applied_migrations values ('${first}', '${hash}', 1795000000000)`,
    ],
    'write',
  );
