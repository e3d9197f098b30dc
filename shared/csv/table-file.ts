/** Whether a file is a table, by its type or extension: CSV, .xlsx or .ods. */
export const isTableFile = ({ name, type }: { name: string; type: string }): boolean =>
  /\.(?:csv|tsv|xlsx|xlsm|ods)$/i.test(name) || /\bcsv\b|spreadsheet/i.test(type);

/** The `accept` of a file input for tables. */
export const TABLE_TYPES = '.csv,.tsv,.xlsx,.xlsm,.ods,text/csv';

/** The first bytes of a ZIP file, which every workbook is, whatever its name. */
const ZIP_HEAD = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a workbook, by its first bytes. */
export async function isWorkbook(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, ZIP_HEAD.length).arrayBuffer());
  return ZIP_HEAD.every((byte, at) => head[at] === byte);
}
