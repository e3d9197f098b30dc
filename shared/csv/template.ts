/** A file that shows what an importer reads: its header and an example. */
export interface FileTemplate {
  name: string;
  text: string;
}

/** A template of these lines. */
export const templateOf = (name: string, lines: readonly string[]): FileTemplate => ({
  name: `${name}-template.csv`,
  text: lines.map((line) => `${line}\r\n`).join(''),
});
