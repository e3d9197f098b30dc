import { chooseColumn, type FileColumns, meaningOf } from '../../../shared/csv/columns-of-file.ts';
import type { FileResult } from '../../../shared/csv/file-result.ts';
import type { ReadAs, TableForm } from '../../../shared/csv/read-file.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Select } from '../../ui/input.tsx';
import { ReadAsFields } from './read-as.tsx';

const NOT_READ = 'none';

/** The report of a worker about a file, for {@link TableReading}. */
export interface ReadTableFacts<Meaning extends string> {
  result: FileResult;
  form: TableForm;
  /** The first rows. */
  head: readonly (readonly string[])[];
  /** Null if the file has no rows. */
  columns: FileColumns<Meaning> | null;
}

interface TableReadingProps<Meaning extends string> {
  /** The key of the file's header. */
  name: string;
  read: ReadTableFacts<Meaning>;
  /** The meanings of columns and their labels. */
  meanings: Readonly<Record<Meaning, string>>;
  /** The meanings that a file may lack. */
  optional: readonly NoInfer<Meaning>[];
  /** The result of the lines; omitted if it is shown above. */
  resultText?: string;
  disabled?: boolean;
  /** Called with the choice; the file is then read again. */
  onRead: (as: Partial<ReadAs & { columns: FileColumns<Meaning> }>) => void;
}

/**
 * How a file is read: the outcome of its lines, its encoding and delimiter or its sheet, and its
 * first rows under the meaning of each column. All of it can be changed.
 */
export function TableReading<Meaning extends string>({
  name,
  read,
  meanings,
  optional,
  resultText,
  disabled,
  onRead,
}: TableReadingProps<Meaning>) {
  const { form, head, columns } = read;
  const width = head.reduce((most, cells) => Math.max(most, cells.length), 0);
  const places = Array.from({ length: width }, (_, at) => at);
  const choices = Object.keys(meanings) as Meaning[];
  const options = [
    { value: NOT_READ, label: 'Not read' },
    ...choices.map((meaning) => ({ value: meaning, label: meanings[meaning] })),
  ];
  return (
    <section aria-label={`Reading of ${name}`} className="flex min-w-0 flex-col gap-2 text-xs">
      {resultText === undefined ? null : <p className="tn text-text-muted">{resultText}</p>}
      <ReadAsFields form={form} disabled={disabled} onChange={onRead} />
      {columns === null || width === 0 ? null : (
        <div className="overflow-x-auto">
          <table aria-label={`First rows of ${name}`} className="w-full">
            <thead>
              <tr>
                {places.map((at) => (
                  <th key={at} scope="col" className="min-w-28 py-1 pr-1 text-left font-medium">
                    <Select
                      size="sm"
                      aria-label={`Meaning of column ${at + 1}`}
                      disabled={disabled}
                      value={meaningOf(columns, at) ?? NOT_READ}
                      options={options}
                      onChange={({ target }) => {
                        const meaning = choices.find((one) => one === target.value) ?? null;
                        const next = chooseColumn(columns, { at, meaning, optional });
                        if (next !== columns) onRead({ columns: next });
                      }}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {head.map((cells, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its line
                <tr key={line} className="border-t border-border">
                  {places.map((at) => (
                    <td key={at} title={cells[at]} className="max-w-40 truncate py-0.5 pr-2">
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** {@link TableReading} behind a heading that opens it, with the reasons for skipped lines. */
export function TableReadingDetails<Meaning extends string>(props: TableReadingProps<Meaning>) {
  return (
    <details className="text-xs">
      <summary className="cursor-pointer rounded-sm text-text-muted hover:text-text">
        How it is read
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <TableReading {...props} />
        <ResultReasons result={props.read.result} />
      </div>
    </details>
  );
}

/** Why lines are ignored or refused, and the first refused line of each reason. */
export function ResultReasons({ result: { ignored, refused } }: { result: FileResult }) {
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  return (
    <ul className="tn m-0 list-none p-0 text-text-muted">
      {ignored.map(({ reason, lines }) => (
        <li key={reason}>
          {countOf(lines, 'line')} ignored: {reason}
        </li>
      ))}
      {[...byReason].map(([reason, rows]) => (
        <li key={reason}>
          {countOf(rows.length, 'row')} refused
          {rows.length > 1 ? ', the first in line ' : ', line '}
          {formatNumber(rows[0]?.line ?? 0)}: {reason}
        </li>
      ))}
    </ul>
  );
}
