import type { Archive } from './archive.ts';
import { isLost, isoText, numberText } from './cell-text.ts';
import { WorkbookFault } from './fault.ts';
import {
  MOST_COLUMNS,
  MOST_ROWS,
  type RowTaker,
  RowWriter,
  type SheetName,
  type Workbook,
} from './rows.ts';
import { readXml } from './xml.ts';

/** Parts of a sheet whose texts belong to no cell: notes, shapes, and former contents. */
const BESIDE_CELLS = new Set(['annotation', 'shapes', 'frame', 'custom-shape', 'tracked-changes']);

/** Opens a workbook of OpenDocument: .ods. @throws WorkbookFault if a password protects it, or it has no sheets */
export function openOds(archive: Archive): Workbook {
  const manifest = archive.read('META-INF/manifest.xml');
  if (manifest !== null && new TextDecoder().decode(manifest).includes('encryption-data')) {
    throw new WorkbookFault('A password protects the workbook. Save it without one.');
  }
  const bytes = archive.read('content.xml') ?? new Uint8Array();
  const sheets = listSheets(bytes);
  if (sheets.length === 0) throw new WorkbookFault('The workbook has no sheet with rows.');
  return { sheets, read: (at, taker) => readSheet(bytes, at, taker) };
}

function listSheets(bytes: Uint8Array): SheetName[] {
  const sheets: SheetName[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let depth = 0;
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') {
        hiddenStyles.add(style);
      } else if (name === 'table') {
        depth += 1;
        if (depth > 1) return;
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        sheets.push({ name: attributes['table:name'] ?? '', isHidden });
      }
    },
    close: (name) => {
      if (name === 'table') depth -= 1;
    },
    text: () => {},
  });
  return sheets;
}

/** A cell that is merged over several rows, by its column. */
interface Merge {
  value: string;
  lastLine: number;
}

/** Reads the rows of the sheet at an index. @returns the line of the last row */
function readSheet(bytes: Uint8Array, sheet: number, taker: RowTaker): number {
  const writer = new RowWriter(taker);
  const merges = new Map<number, Merge>();
  let table = -1;
  let depth = 0;
  let beside = 0;
  let line = 0;
  let repeats = 1;
  let cells: string[] = [];
  let lost: number[] = [];
  let isEmpty = true;
  let cell: Record<string, string> = {};
  let paragraphs = 0;
  let text = '';
  const isRead = () => table === sheet && depth === 1 && beside === 0;

  const openCell = (attributes: Record<string, string>) => {
    cell = attributes;
    text = '';
    paragraphs = 0;
  };
  /** A cell under a merged one: the value is shown in each row, and in the first column. */
  const coveredText = (column: number): string => {
    const merge = merges.get(column);
    return merge !== undefined && line < merge.lastLine ? merge.value : '';
  };
  const closeCell = (isCovered: boolean) => {
    const count = Math.min(
      countOf(cell['table:number-columns-repeated']),
      MOST_COLUMNS - cells.length,
    );
    const value = isCovered ? coveredText(cells.length) : cellText(cell, text);
    if (!isCovered && value !== '') isEmpty = false;
    const spanned = countOf(cell['table:number-rows-spanned']);
    if (spanned > 1) merges.set(cells.length, { value, lastLine: line + spanned });
    const isNumber = cell['office:value-type'] === 'float';
    for (let at = 0; at < count; at++) {
      if (isNumber && isLost(Number(cell['office:value']))) lost.push(cells.length);
      cells.push(value);
    }
  };
  const closeRow = () => {
    for (let at = 0; at < repeats && !isEmpty && line + at < MOST_ROWS; at++) {
      writer.write([...cells], line + at + 1, lost);
    }
    line += repeats;
  };

  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'table') {
        depth += 1;
        if (depth === 1) {
          table += 1;
          line = 0;
        }
      }
      if (BESIDE_CELLS.has(name)) beside += 1;
      if (!isRead()) return;
      if (name === 'table-row') {
        cells = [];
        lost = [];
        isEmpty = true;
        repeats = countOf(attributes['table:number-rows-repeated']);
      } else if (name === 'table-cell' || name === 'covered-table-cell') openCell(attributes);
      else if (name === 'p') {
        if (paragraphs > 0) text += '\n';
        paragraphs += 1;
      } else if (name === 's') text += ' '.repeat(Math.min(countOf(attributes['text:c']), 1_000));
      else if (name === 'tab') text += '\t';
      else if (name === 'line-break') text += '\n';
    },
    close: (name) => {
      if (isRead()) {
        if (name === 'table-cell' || name === 'covered-table-cell')
          closeCell(name === 'covered-table-cell');
        else if (name === 'table-row') closeRow();
      }
      if (BESIDE_CELLS.has(name)) beside -= 1;
      if (name === 'table') depth -= 1;
    },
    text: (piece) => {
      if (paragraphs > 0 && isRead()) text += piece;
    },
  });
  return writer.lastLine;
}

/** The number of times that a row or cell is repeated, or the number that it spans. */
const countOf = (text: string | undefined): number => Math.max(1, Math.floor(Number(text)) || 1);

function cellText(cell: Record<string, string>, text: string): string {
  const value = Number(cell['office:value']);
  switch (cell['office:value-type']) {
    case 'float':
      // A format of zeros adds missing leading zeros: `02134`.
      return /^0\d+$/.test(text) && Number(text) === value ? text : numberText(value);
    case 'percentage':
    case 'currency':
      return numberText(value);
    case 'date':
      return isoText(cell['office:date-value'] ?? text);
    case 'boolean':
      return cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    default:
      return text;
  }
}
