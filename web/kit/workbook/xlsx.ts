import type { Archive } from './archive.ts';
import {
  dateText,
  isBuiltInDate,
  isLost,
  isoText,
  type NumberFormat,
  numberText,
  readFormat,
} from './cell-text.ts';
import { WorkbookFault } from './fault.ts';
import { MOST_COLUMNS, MOST_ROWS, type RowTaker, RowWriter, type Workbook } from './rows.ts';
import { readXml } from './xml.ts';

/** Opens a workbook of Excel: .xlsx and .xlsm. @throws WorkbookFault if it has no sheets */
export function openXlsx(archive: Archive): Workbook {
  const path = findWorkbook(archive);
  const { sheets, countsFrom1904 } = readWorkbook(archive.read(path) ?? new Uint8Array());
  const targets = readTargets(archive, path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const listed = sheets.flatMap(({ id, ...sheet }) => {
    const target = targets.get(id);
    // Separate sheets for charts and macros have no rows.
    if (target === undefined || !/worksheet/i.test(target.type)) return [];
    return { ...sheet, path: resolve(folder, target.path) };
  });
  if (listed.length === 0) throw new WorkbookFault('The workbook has no sheet with rows.');
  let facts: CellFacts | null = null;
  return {
    sheets: listed.map(({ name, isHidden }) => ({ name, isHidden })),
    read: (at, taker) => {
      facts ??= {
        strings: readStrings(archive.read(`${folder}sharedStrings.xml`)),
        formats: readFormats(archive.read(`${folder}styles.xml`)),
        countsFrom1904,
      };
      const bytes = archive.read(listed[at]?.path ?? '');
      if (bytes === null) throw new WorkbookFault('The sheet is missing in the workbook.');
      return readSheet(bytes, facts, taker);
    },
  };
}

interface CellFacts {
  strings: readonly string[];
  /** By the number of a cell's style. */
  formats: readonly NumberFormat[];
  countsFrom1904: boolean;
}

/** The path of the part that lists the sheets. */
export function findWorkbook(archive: Archive): string {
  let path = 'xl/workbook.xml';
  const relations = archive.read('_rels/.rels');
  if (relations !== null) {
    readXml(relations, {
      open: (name, { Type = '', Target = '' }) => {
        if (name === 'Relationship' && /officeDocument$/.test(Type)) path = resolve('', Target);
      },
      close: () => {},
      text: () => {},
    });
  }
  return path;
}

function readWorkbook(bytes: Uint8Array) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let countsFrom1904 = false;
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? '';
      const isHidden = /hidden/i.test(attributes.state ?? '');
      sheets.push({ name: attributes.name ?? '', id, isHidden });
    },
    close: () => {},
    text: () => {},
  });
  return { sheets, countsFrom1904 };
}

function readTargets(archive: Archive, path: string) {
  const targets = new Map<string, { type: string; path: string }>();
  const bytes = archive.read(path.replace(/([^/]*)$/, '_rels/$1.rels'));
  if (bytes === null) return targets;
  readXml(bytes, {
    open: (name, { Id = '', Type: type = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, { type, path: Target });
    },
    close: () => {},
    text: () => {},
  });
  return targets;
}

/** A path that begins with a slash starts at the top of the archive. */
function resolve(folder: string, path: string): string {
  if (path.startsWith('/')) return path.slice(1);
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The texts that cells refer to by number. */
function readStrings(bytes: Uint8Array | null): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  /** Phonetic readings of Japanese words are beside them. */
  let isReading = false;
  if (bytes === null) return strings;
  readXml(bytes, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    close: (name) => {
      if (name === 'si') strings.push(withoutEscapes(text));
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
  });
  return strings;
}

/** `_x000D_` stands for a character that XML cannot hold. */
const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The formats of cells by the numbers of their styles. */
function readFormats(bytes: Uint8Array | null): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCellStyles = false;
  if (bytes === null) return formats;
  readXml(bytes, {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') codes.set(id, formatCode);
      else if (name === 'cellXfs') isCellStyles = true;
      else if (name === 'xf' && isCellStyles) {
        const code = codes.get(id);
        formats.push(
          code === undefined ? { isDate: isBuiltInDate(id), digits: 0 } : readFormat(code),
        );
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false;
    },
    text: () => {},
  });
  return formats;
}

/** Reads the rows of a sheet. @returns the line of the last row */
function readSheet(bytes: Uint8Array, facts: CellFacts, taker: RowTaker): number {
  const writer = new RowWriter(taker);
  const merges = new Merges(bytes);
  let cells: string[] = [];
  let lost: number[] = [];
  let line = 0;
  let column = -1;
  let type = '';
  let format: NumberFormat | undefined;
  let text = '';
  let isValue = false;
  const endCell = () => {
    if (column >= MOST_COLUMNS) return;
    const isNumber = type === '' || type === 'n';
    if (isNumber && isLost(Number(text))) lost.push(column);
    cells[column] = cellText(text, type, format, facts);
  };
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? '';
        format = facts.formats[Number(attributes.s)];
        text = '';
      } else if (name === 'v' || name === 't') isValue = true;
      else if (name === 'rPh') isValue = false;
      else if (name === 'row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        column = -1;
        cells = [];
        lost = [];
      }
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row' && line > 0 && line <= MOST_ROWS) {
        merges.fill(cells, line);
        writer.write(cells, line, lost);
      }
    },
    text: (piece) => {
      if (isValue) text += piece;
    },
  });
  return writer.lastLine;
}

function cellText(
  text: string,
  type: string,
  format: NumberFormat | undefined,
  { strings, countsFrom1904 }: CellFacts,
): string {
  switch (type) {
    case 's':
      return strings[Number(text)] ?? '';
    case 'b':
      return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(text);
    case '':
    case 'n':
      break;
    default:
      return withoutEscapes(text);
  }
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  if (format?.isDate) return dateText(value, countsFrom1904);
  return numberText(value).padStart(format?.digits ?? 0, '0');
}

/** The column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** Cells that are merged over several rows: each of the rows has the value. */
class Merges {
  readonly #starts = new Map<number, { column: number; lastLine: number }[]>();
  #active: { column: number; lastLine: number; value: string }[] = [];

  constructor(sheet: Uint8Array) {
    const pattern = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g;
    for (const [, letters = '', first, last] of tailOf(sheet).matchAll(pattern)) {
      const [line, lastLine, column] = [Number(first), Number(last), columnOf(letters)];
      if (lastLine <= line || column >= MOST_COLUMNS) continue;
      const starts = this.#starts.get(line) ?? [];
      starts.push({ column, lastLine });
      this.#starts.set(line, starts);
    }
  }

  fill(cells: string[], line: number): void {
    if (this.#starts.size === 0) return;
    this.#active = this.#active.filter(({ lastLine }) => line <= lastLine);
    // A row of merged cells alone stays empty.
    if (cells.some((cell) => cell !== '')) {
      for (const { column, value } of this.#active) cells[column] ||= value;
    }
    for (const merge of this.#starts.get(line) ?? []) {
      this.#active.push({ ...merge, value: cells[merge.column] ?? '' });
    }
  }
}

/** The part after the rows of a sheet, where merged cells are listed. */
function tailOf(sheet: Uint8Array): string {
  const mark = new TextEncoder().encode('sheetData>');
  for (let at = sheet.length - mark.length; at >= 0; at--) {
    if (sheet[at] === mark[0] && mark.every((byte, place) => sheet[at + place] === byte))
      return new TextDecoder().decode(sheet.subarray(at));
  }
  return '';
}
