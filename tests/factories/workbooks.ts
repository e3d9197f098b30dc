import { strToU8, zipSync } from 'fflate';

/** A cell of a generated workbook: a text, a number, an error value, or raw XML. */
export type MadeCell = string | number | { xml: string };

export interface MadeSheet {
  name: string;
  rows: readonly (readonly MadeCell[])[];
  state?: 'hidden' | 'veryHidden';
  /** XML that follows the rows: `<mergeCells>`. */
  tail?: string;
}

interface XlsxOptions {
  date1904?: boolean;
  /** Texts are stored in the cells, and not in the list that all sheets share. */
  inline?: boolean;
  /** The format codes of styles 1, 2 and so on. */
  formats?: readonly string[];
  more?: Record<string, Uint8Array>;
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const column = (at: number): string => String.fromCharCode(65 + at);

/** The bytes of an .xlsx file. */
export function xlsxOf(sheets: readonly MadeSheet[], options: XlsxOptions = {}): Uint8Array {
  const strings: string[] = [];
  const indexOf = (text: string) => {
    strings.push(text);
    return strings.length - 1;
  };
  const cell = (value: MadeCell, reference: string): string => {
    if (typeof value === 'object') return value.xml.replace('REF', reference);
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    if (value === '') return '';
    if (/^#[A-Z/]+!?$/.test(value)) return `<c r="${reference}" t="e"><v>${value}</v></c>`;
    return options.inline
      ? `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
      : `<c r="${reference}" t="s"><v>${indexOf(value)}</v></c>`;
  };
  const files: Record<string, Uint8Array> = {};
  for (const [at, { rows, tail = '' }] of sheets.entries()) {
    const lines = rows.map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((value, place) => cell(value, `${column(place)}${row + 1}`)).join('')}</row>`,
    );
    files[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `<?xml version="1.0"?><worksheet ${NS}><sheetData>${lines.join('')}</sheetData>${tail}</worksheet>`,
    );
  }
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const targets = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const { formats = [] } = options;
  const text = {
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="${RELATIONS}"><workbookPr${options.date1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst ${NS}>${strings.map((one) => `<si><t>${escaped(one)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${NS}><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  for (const [name, one] of Object.entries(text)) files[name] = strToU8(one);
  return zipSync({ ...files, ...options.more });
}

/** The bytes of an .ods file. Rows are the XML of their cells. */
export function odsOf(
  sheets: readonly { name: string; rows: readonly string[]; style?: string }[],
  styles = '',
): Uint8Array {
  const tables = sheets.map(
    ({ name, rows, style = 'ta1' }) =>
      `<table:table table:name="${escaped(name)}" table:style-name="${style}">${rows.join('')}</table:table>`,
  );
  const spaces = ['office', 'table', 'text', 'style', 'calcext']
    .map((prefix) => `xmlns:${prefix}="urn:${prefix}"`)
    .join(' ');
  return zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(
      `<?xml version="1.0"?><office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    ),
  });
}

/** A row of an .ods file with texts. */
export const odsRow = (...cells: string[]): string =>
  `<table:table-row>${cells.map(odsText).join('')}</table:table-row>`;

export const odsText = (text: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`;
