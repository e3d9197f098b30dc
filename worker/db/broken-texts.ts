import type { InArgs, InStatement } from '@libsql/client/web';
import { readJson } from '../../shared/json.ts';
import { wellFormedJson } from '../../shared/text.ts';

type Statement = InStatement | [sql: string, args?: InArgs];

/**
 * Replaces half characters in the texts of a statement. This is the last step before the database: the server refuses a
 * batch with half of a surrogate pair, and SQLite would store one that is escaped in JSON as bytes that the server
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
  if (!/^\s*[[{"]/.test(text)) return text;
  const mended = wellFormedJson(text);
  // An operator's text may look like an escape.
  return mended === text || !isJson(text) ? text : mended;
}

const isJson = (text: string): boolean => readJson(text) !== undefined;
