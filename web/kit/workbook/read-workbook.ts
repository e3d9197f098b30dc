import { Archive } from './archive.ts';
import { WorkbookFault } from './fault.ts';
import { openOds } from './ods.ts';
import type { RowTaker, SheetName, Workbook } from './rows.ts';
import { findWorkbook, openXlsx } from './xlsx.ts';

/** The sheet that was read, and what else the workbook contains. */
export interface ReadWorkbook {
  sheets: readonly SheetName[];
  sheet: string;
  /** The line of the last row. */
  lines: number;
}

/**
 * Reads a sheet of a workbook: .xlsx or .ods.
 * @param sheet its name; without one, the first visible sheet that has rows
 * @throws WorkbookFault with a sentence for the operator
 */
export async function readWorkbook(
  file: Blob,
  sheet: string | null,
  taker: RowTaker,
): Promise<ReadWorkbook> {
  const workbook = openWorkbook(new Uint8Array(await file.arrayBuffer()));
  const { sheets } = workbook;
  const chosen = sheets.findIndex(({ name }) => name === sheet);
  if (chosen >= 0) {
    return { sheets, sheet: sheet ?? '', lines: workbook.read(chosen, taker) };
  }
  const visible = [...sheets.keys()].filter((at) => !sheets[at]?.isHidden);
  for (const at of visible) {
    const lines = workbook.read(at, taker);
    if (lines > 0) return { sheets, sheet: sheets[at]?.name ?? '', lines };
  }
  return { sheets, sheet: sheets[visible[0] ?? 0]?.name ?? '', lines: 0 };
}

function openWorkbook(bytes: Uint8Array): Workbook {
  const archive = new Archive(bytes);
  if (archive.has(findWorkbook(archive))) return openXlsxOrSay(archive);
  if (archive.has('content.xml')) return openOds(archive);
  throw new WorkbookFault(
    archive.has('Index/Document.iwa') || archive.has('Index.zip')
      ? 'This is a Numbers document. Export it as .xlsx or CSV.'
      : 'This is a ZIP file, not a workbook. Unpack it and choose the file inside.',
  );
}

function openXlsxOrSay(archive: Archive): Workbook {
  if (/\.bin$/i.test(findWorkbook(archive))) {
    throw new WorkbookFault('This is a binary workbook (.xlsb). Save it as .xlsx or CSV.');
  }
  return openXlsx(archive);
}
