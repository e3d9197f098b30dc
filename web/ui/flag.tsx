import { clsx } from 'clsx';

interface FlagProps {
  /** Only two-letter codes have a flag; anything else shows nothing. */
  code: string | null | undefined;
  className?: string;
}

/** A country's flag from this product's own files. Decorative: the country's name or code is beside it. */
export function Flag({ code, className }: FlagProps) {
  if (!code || !/^[a-z]{2}$/i.test(code)) return null;
  return (
    <img
      src={`/flags/${code.toLowerCase()}.svg`}
      alt=""
      width={16}
      height={11}
      loading="lazy"
      decoding="async"
      className={clsx(
        'inline-block h-[11px] w-4 flex-none rounded-[2px] object-cover ring-1 ring-text/10',
        className,
      )}
      // The element may show another flag later.
      onLoad={(event) => {
        event.currentTarget.style.visibility = '';
      }}
      onError={(event) => {
        event.currentTarget.style.visibility = 'hidden';
      }}
    />
  );
}
