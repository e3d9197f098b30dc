import { clsx } from 'clsx';
import { useState } from 'react';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { safeLink } from '../../../../shared/ticketing/view-values.ts';

/** The artist's picture, or the first letter of the name where there is none. Decorative: the name stands beside it. */
export function ArtistImage({ artist, className }: { artist: ArtistResult; className: string }) {
  const [isBroken, setBroken] = useState(false);
  const picture = artist.images.find(({ fallback }) => !fallback) ?? artist.images[0];
  const address = picture === undefined ? null : safeLink(picture.url);
  const shape = clsx('flex-none rounded-md bg-surface-active', className);
  if (address === null || isBroken) {
    return (
      <span
        aria-hidden="true"
        className={clsx(shape, 'grid place-items-center font-semibold text-text-muted')}
      >
        {[...artist.name][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={clsx(shape, 'object-cover')}
      onError={() => setBroken(true)}
    />
  );
}
