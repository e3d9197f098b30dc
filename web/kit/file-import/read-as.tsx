import { ENCODING_NAMES } from '../../../shared/csv/decode.ts';
import type { ReadAs, TableForm } from '../../../shared/csv/read-file.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';

const ENCODINGS = Object.entries(ENCODING_NAMES).map(([value, label]) => ({ value, label }));
const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];

interface ReadAsFieldsProps {
  form: TableForm;
  disabled?: boolean;
  onChange: (as: ReadAs) => void;
}

/**
 * Encoding and delimiter of a CSV file, or the sheet of a workbook, as detected or chosen. A change
 * reads the file again.
 */
export function ReadAsFields({ form, disabled, onChange }: ReadAsFieldsProps) {
  const { encoding, delimiter, sheet, sheets, evidence } = form;
  const change = (part: Partial<ReadAs>) => onChange({ encoding, delimiter, sheet, ...part });
  if (sheet !== null) {
    return (
      <Field label="Sheet">
        {(control) => (
          <Select
            {...control}
            size="sm"
            disabled={disabled}
            value={sheet}
            options={sheets.map(({ name, isHidden }) => ({
              value: name,
              label: isHidden ? `${name} (hidden)` : name,
            }))}
            onChange={({ target }) => change({ sheet: target.value })}
          />
        )}
      </Field>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label="Encoding" hint={`Read so because ${evidence}.`}>
        {(control) => (
          <Select
            {...control}
            size="sm"
            disabled={disabled}
            value={encoding ?? ''}
            options={ENCODINGS}
            onChange={({ target }) => change({ encoding: encodingOf(target.value) })}
          />
        )}
      </Field>
      <Field label="Delimiter">
        {(control) => (
          <Select
            {...control}
            size="sm"
            disabled={disabled}
            value={delimiter ?? ','}
            options={DELIMITERS}
            onChange={({ target }) => change({ delimiter: delimiterOf(target.value) })}
          />
        )}
      </Field>
    </div>
  );
}

const isEncoding = (text: string): text is keyof typeof ENCODING_NAMES => text in ENCODING_NAMES;
const encodingOf = (text: string): ReadAs['encoding'] => (isEncoding(text) ? text : null);
const delimiterOf = (text: string): ReadAs['delimiter'] =>
  text === ',' || text === ';' || text === '\t' || text === '|' ? text : null;
