import { clsx } from 'clsx';
import { FLAG_HEIGHT, FLAG_WIDTH, flagPlace, PLACES } from './flag-place.ts';
import sheet from './flags.webp';

interface FlagProps {
  /** Only two-letter codes have a flag; anything else shows nothing. */
  code: string | null | undefined;
  className?: string;
}

const IMAGE = `url(${sheet})`;
const SIZE = `${PLACES * FLAG_WIDTH}px ${PLACES * FLAG_HEIGHT}px`;

/** A country's flag. Decorative: the country's name or code is beside it. */
export function Flag({ code, className }: FlagProps) {
  if (!code || !/^[a-z]{2}$/i.test(code)) return null;
  const { column, row } = flagPlace(code);
  return (
    <span
      aria-hidden="true"
      data-flag={code}
      style={{
        backgroundImage: IMAGE,
        backgroundSize: SIZE,
        backgroundPosition: `-${column * FLAG_WIDTH}px -${row * FLAG_HEIGHT}px`,
      }}
      className={clsx('inline-block h-2.75 w-4 flex-none', className)}
    />
  );
}
