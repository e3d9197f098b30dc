import { clsx } from 'clsx';
import { useState } from 'react';
import type { ArtistResult } from '../../../shared/ticketing/schema.ts';
import { safeLink } from '../../../shared/ticketing/view/values.ts';

/** Address of the artist's own picture, otherwise of a generic one; '' without pictures. */
export function pictureOf({ images }: ArtistResult): string {
  return (images.find(({ fallback }) => !fallback) ?? images[0])?.url ?? '';
}

/** `Music / Rock`, without the provider's 'Undefined'. */
export function classificationOf({ classifications: [first] }: ArtistResult): string {
  const names = [first?.segment.name, first?.genre.name].filter(
    (name) => name !== undefined && !/^(undefined|n\/a|)$/i.test(name),
  );
  return names.length === 0 ? 'Not classified' : names.join(' / ');
}

interface ArtistImageProps {
  name: string;
  /** Address of the picture; the first letter of the name replaces one that is missing or broken. */
  address: string;
  className: string;
}

/** The artist's picture. Decorative: the name is shown beside it. */
export function ArtistImage({ name, address, className }: ArtistImageProps) {
  const [isBroken, setBroken] = useState(false);
  const source = safeLink(address);
  const shape = clsx('flex-none rounded-md bg-surface-active', className);
  if (source === null || isBroken) {
    return (
      <span
        aria-hidden="true"
        className={clsx(shape, 'grid place-items-center font-semibold text-text-muted')}
      >
        {[...name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={clsx(shape, 'object-cover')}
      onError={() => setBroken(true)}
    />
  );
}
