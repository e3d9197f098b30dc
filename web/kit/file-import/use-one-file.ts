import { useRef, useState } from 'react';
import type { FileColumns } from '../../../shared/csv/columns-of-file.ts';
import {
  AS_FOUND_BY_NAME,
  type ReadAs,
  type ReadWithColumns,
  readAgainAs,
} from '../../../shared/csv/read-file.ts';
import type { chosenColumns } from './chosen-columns.ts';

/** The report of a worker about a file that was read. */
interface ReadFile {
  /** Null if the file has none. */
  headerKey: string | null;
  form: ReadAs;
}

/** How a file is read, and what was read from it. */
interface OneFile<Read, As> {
  file: File;
  as: As;
  read: Read;
}

interface OneFileOptions<Meaning extends string, Read> {
  read: (file: File, as: ReadWithColumns<FileColumns<Meaning>>) => Promise<Read>;
  /** Stores the columns that are chosen for files with a header. */
  columns: ReturnType<typeof chosenColumns<Meaning>>;
  /** Called with the content, also after the operator has changed how the file is read. */
  onRead: (read: Read, file: File) => void;
  /** Called if the file cannot be read. */
  onFailure: (error: unknown, file: File) => void;
}

/** A single file that can be read again with other settings. */
export function useOneFile<Meaning extends string, Read extends ReadFile>({
  read,
  columns,
  onRead,
  onFailure,
}: OneFileOptions<Meaning, Read>) {
  type As = ReadWithColumns<FileColumns<Meaning>>;
  const [chosen, setChosen] = useState<OneFile<Read, As> | null>(null);
  const [isReading, setIsReading] = useState(false);
  /** Counts readings: an earlier one that ends later changes nothing. */
  const last = useRef(0);
  /** The input of the last reading, which may not have ended. */
  const latest = useRef<{ file: File; as: As } | null>(null);

  const begin = async (file: File, as: As) => {
    last.current += 1;
    const turn = last.current;
    latest.current = { file, as };
    setIsReading(true);
    try {
      const result = await read(file, as);
      if (turn !== last.current) return;
      setChosen({ file, as, read: result });
      onRead(result, file);
    } catch (error) {
      if (turn !== last.current) return;
      setChosen(null);
      onFailure(error, file);
    } finally {
      if (turn === last.current) setIsReading(false);
    }
  };

  return {
    chosen,
    isReading,
    take: (file: File) => void begin(file, AS_FOUND_BY_NAME),
    /** Reads the file again with the operator's changes. */
    again: (part: Partial<As>) => {
      if (chosen === null) return;
      if (part.columns) columns.remember(chosen.read.headerKey, part.columns);
      const { file, as, read } = chosen;
      const before = latest.current?.file === file ? latest.current.as : as;
      void begin(file, readAgainAs(before, read.form, part));
    },
    /** Removes the file. */
    clear: () => {
      last.current += 1;
      setChosen(null);
      setIsReading(false);
    },
  };
}
