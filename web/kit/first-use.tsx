import { type ComponentProps, use } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { FirstUseOffer } from './first-use-offer.ts';

/** The empty state of a list before its first use, with the actions that fill it. */
export function FirstUse({ actions, ...props }: ComponentProps<typeof EmptyState>) {
  return (
    <EmptyState
      {...props}
      actions={
        <>
          {actions}
          <DeskFiller />
        </>
      }
    />
  );
}

/** The offer of sample data; nothing while it is unknown or unavailable. */
export function DeskFiller({ isInline = false }: { isInline?: boolean }) {
  const Offer = use(FirstUseOffer);
  return Offer ? <Offer isInline={isInline} /> : null;
}
