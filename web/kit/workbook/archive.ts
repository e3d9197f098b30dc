import { unzipSync } from 'fflate';
import { WorkbookFault } from './fault.ts';

const MIB = 1024 * 1024;
/** The largest file, and the maximum number of bytes of all its unpacked parts together. */
const MOST_PACKED = 100 * MIB;
const MOST_UNPACKED = 600 * MIB;

const DAMAGED =
  'The workbook is cut off or damaged. Open it, save it again and choose the new file.';
const TOO_LARGE = 'The workbook is too large. Save its sheet as CSV and choose that file.';

interface Entry {
  /** The name as the archive writes it. */
  name: string;
  size: number;
}

/** The parts of a ZIP file. Names are compared in any letter case, and `\` counts as `/`. */
export class Archive {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, Entry>();
  #unpacked = 0;

  /** @throws WorkbookFault if the bytes are not a ZIP file, or too many */
  constructor(bytes: Uint8Array) {
    if (bytes.length > MOST_PACKED) throw new WorkbookFault(TOO_LARGE);
    this.#bytes = bytes;
    this.#unzip(({ name, originalSize: size }) => {
      this.#entries.set(keyOf(name), { name, size });
      return false;
    });
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /**
   * A part, unpacked; null if there is none of this name. A part that is larger than it claims to be is cut off there.
   * @throws WorkbookFault if it is damaged, or if all parts that were read are too large
   */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) return null;
    this.#unpacked += entry.size;
    if (this.#unpacked > MOST_UNPACKED) throw new WorkbookFault(TOO_LARGE);
    return this.#unzip((file) => file.name === entry.name)[entry.name] ?? null;
  }

  #unzip(filter: (file: { name: string; originalSize: number }) => boolean) {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch {
      throw new WorkbookFault(DAMAGED);
    }
  }
}

const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
