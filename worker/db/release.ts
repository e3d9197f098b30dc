import journal from '../../migrations/meta/_journal.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

/** The version of this release. */
export const VERSION = manifest.version;

/** The migrations of this release, in their order. The last one names the schema. */
export const MIGRATIONS: readonly string[] = journal.entries
  .toSorted((a, b) => a.idx - b.idx)
  .map(({ tag }) => tag);

/** The schema that this release works on, by its last migration. */
export const SCHEMA = MIGRATIONS.at(-1) ?? '';

/** Both, as the web app and each answer of the API name them: an open page sees that another release was deployed. */
export const RELEASE = `${VERSION}+${SCHEMA}`;
