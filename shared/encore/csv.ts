import { chunkLines } from '../csv/column.ts';
import { encodeMachineCell } from '../csv/machine-writer.ts';
import { safeFileName } from '../csv/safe-file-name.ts';
import type { CustomField } from './custom-fields.ts';
import type { EncoreField, EncoreVariant } from './fields.ts';
import { customAsField, type EncoreConfig, resolveValue } from './values.ts';
import { joinWebhooks } from './webhooks.ts';

/** An event of the file and the accounts that go to it, in their order. */
export interface EncoreTarget {
  id: string;
  /** Link of the event's page; empty when it is not known. */
  url: string;
  accounts: readonly string[];
}

export interface EncoreFile {
  targets: readonly EncoreTarget[];
  /** The enabled fields in the order of the file. */
  fields: readonly EncoreField[];
  config: Pick<EncoreConfig, 'global' | 'events'>;
  customFields: readonly CustomField[];
  cartWebhooks: readonly string[];
}

/** The headings: Email, Event ID, Event URL, enabled fields, custom fields, Cart Webhooks (part 4, "CSV files"). */
export function encoreColumns(file: Pick<EncoreFile, 'fields' | 'customFields'>): string[] {
  return [
    'Email',
    'Event ID',
    'Event URL',
    ...file.fields.map((field) => field.label),
    ...file.customFields.map((field) => field.label),
    'Cart Webhooks',
  ];
}

/** How many rows the file has: one per account and event. */
export function countRows(targets: readonly Pick<EncoreTarget, 'accounts'>[]): number {
  return targets.reduce((sum, target) => sum + target.accounts.length, 0);
}

/**
 * The Encore file in pieces of about 64 K characters, byte-exact, without a byte order mark. Only the e-mail differs between the
 * rows of one event, so that everything behind it is written once per event.
 */
export function streamEncoreCsv(file: EncoreFile): Generator<string> {
  return chunkLines(encoreLines(file));
}

/** The first lines of the file, for the preview. */
export function previewEncoreCsv(file: EncoreFile, rows: number): string[] {
  const lines: string[] = [];
  for (const line of encoreLines(file)) {
    lines.push(line);
    if (lines.length > rows) break;
  }
  return lines;
}

function* encoreLines(file: EncoreFile): Generator<string> {
  yield encoreColumns(file).map(encodeMachineCell).join(',');
  const fields = [
    ...file.fields,
    ...file.customFields.map((field) => customAsField(field.key, field.label)),
  ];
  const webhooks = joinWebhooks(file.cartWebhooks);
  for (const target of file.targets) {
    const values = fields.map((field) => String(resolveValue(file.config, target.id, field)));
    const cells = [target.id, target.url, ...values, webhooks].map(encodeMachineCell);
    const rest = `,${cells.join(',')}`;
    for (const email of target.accounts) yield encodeMachineCell(email) + rest;
  }
}

interface EncoreName {
  /** The artists of the events; repeats are taken once. */
  artists: readonly string[];
  rows: number;
  /** `YYYY-MM-DD` */
  date: string;
  variant: EncoreVariant;
}

/** `encore_{artist}_{rows}_{date}[_UK].csv` (part 4, "CSV files"); with several artists the first one and `and_others`. */
export function encoreFileName({ artists, rows, date, variant }: EncoreName): string {
  const names = [...new Set(artists.map((artist) => safeFileName(artist, 'events')))];
  const artist = names.length > 1 ? `${names[0]}_and_others` : (names[0] ?? 'events');
  return `encore_${artist}_${rows}_${date}${variant === 'uk' ? '_UK' : ''}.csv`;
}
