/** An example file for an importer: its header and an example row. */
export interface FileTemplate {
  name: string;
  text: string;
}

/** A template of these lines. */
export const templateOf = (name: string, lines: readonly string[]): FileTemplate => ({
  name: `${name}-template.csv`,
  text: lines.map((line) => `${line}\r\n`).join(''),
});
