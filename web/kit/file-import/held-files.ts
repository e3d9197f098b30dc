import type { ReadAs, ReadTable } from '../../../shared/csv/read-file.ts';
import type { CsvReaderOptions } from '../../../shared/csv/reader.ts';
import { readTable } from './read-table.ts';

/** The files in the memory of a worker. */
export interface HeldFiles {
  /** Releases the rows of a file, and ends its reading. */
  drop: (id: string) => void;
}

interface HoldOptions<Sheet> {
  open: () => Sheet;
  as: ReadAs;
  onProgress: (bytes: number, sheet: Sheet) => void;
}

/** The rows of the files in the memory of a worker, by the ids of the files. */
export class HeldSheets<Sheet extends Pick<CsvReaderOptions, 'onRow'>> {
  /** Null while the file is read. */
  readonly #sheets = new Map<string, Sheet | null>();

  /** Reads a file by {@link readTable} and keeps its rows. @throws Error if the file is dropped before the end. */
  async read(
    id: string,
    file: File,
    { open, as, onProgress }: HoldOptions<Sheet>,
  ): Promise<ReadTable<Sheet>> {
    this.#sheets.set(id, null);
    const read = await readTable(file, open, {
      as,
      onProgress: (bytes, sheet) => {
        this.#check(id);
        onProgress(bytes, sheet);
      },
    });
    this.#check(id);
    this.#sheets.set(id, read.taker);
    return read;
  }

  /** @throws Error if the file is not in memory. */
  get(id: string): Sheet {
    const sheet = this.#sheets.get(id);
    if (!sheet) throw new Error('The file is no longer held.');
    return sheet;
  }

  drop(id: string): void {
    this.#sheets.delete(id);
  }

  #check(id: string): void {
    if (!this.#sheets.has(id)) throw new Error('The file was removed.');
  }
}
