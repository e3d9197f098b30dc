import { type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import { wellFormedJson } from '../../shared/text.ts';

type Statement = InStatement | [sql: string, args?: InArgs];

/**
 * A statement whose texts have no half characters. The last place before the database: the server refuses a batch with
 * half of a surrogate pair, and SQLite would store one that is written as an escape in JSON as bytes that the server
 * cannot read again.
 */
export function wellFormed<Given extends Statement>(statement: Given): Given;
export function wellFormed(statement: Statement): Statement {
  if (typeof statement === 'string') return statement;
  if (Array.isArray(statement)) {
    const [sql, args] = statement;
    return args === undefined ? [sql] : [sql, wellFormedArgs(args)];
  }
  if (statement.args === undefined) return statement;
  return { sql: statement.sql, args: wellFormedArgs(statement.args) };
}

function wellFormedArgs(args: InArgs): InArgs {
  if (Array.isArray(args)) return args.map(wellFormedValue);
  const named = Object.entries(args).map(([name, value]) => [name, wellFormedValue(value)]);
  return Object.fromEntries(named) as typeof args;
}

function wellFormedValue<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value;
  const text = value.toWellFormed();
  if (!/^[[{"]/.test(text)) return text;
  const mended = wellFormedJson(text);
  // An operator's text may look like an escape.
  return mended === text || !isJson(text) ? text : mended;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The server's answer to a text that is not UTF-8, and to its other faults. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof LibsqlError &&
  error.code === 'SERVER_ERROR' &&
  error.cause instanceof Error &&
  'status' in error.cause &&
  error.cause.status === 500;

/** The statements that a repair needs: what is run, and its rows. */
type Run = (sql: string) => Promise<{ rows: ArrayLike<unknown>[]; rowsAffected: number }>;

const TEXT_COLUMNS = `select tables.name, columns.name
  from sqlite_schema as tables join pragma_table_info(tables.name) as columns
  where tables.type = 'table' and lower(columns.type) = 'text' and tables.name not like 'sqlite_%'`;

/**
 * Replaces half characters in stored texts by U+FFFD. A release before this one could store them, and one such row made
 * every list with it fail.
 * @returns how many rows were written.
 */
export async function mendTexts(run: Run): Promise<number> {
  const { rows } = await run(TEXT_COLUMNS);
  let written = 0;
  for (const { 0: table, 1: column } of rows) {
    try {
      written += (await run(mendStatement(String(table), String(column)))).rowsAffected;
    } catch {
      // The audit trail cannot be changed; it must not keep the other tables from being mended.
    }
  }
  return written;
}

/**
 * SQLite reads a half character as U+FFFD, so `glob` finds it and `unicode` replaces it. Rows that have U+FFFD already
 * are written as they are.
 */
function mendStatement(table: string, column: string): string {
  const text = `"${column}"`;
  return `update or ignore "${table}" set ${text} = (
  with recursive places (place) as (select 1 union all select place + 1 from places where place < length(${text}))
  select group_concat(char(unicode(substr(${text}, place, 1))), '') from places
) where typeof(${text}) = 'text' and ${text} glob '*' || char(65533) || '*' and instr(${text}, char(0)) = 0`;
}
