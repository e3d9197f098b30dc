import type { Scope } from '../../../shared/api-tokens/scopes.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

/** What each scope allows, in a few words. */
export const SCOPE_TEXTS: Record<Scope, { label: string; text: string; tone: Tone }> = {
  read: {
    label: 'Read',
    text: 'Every call that changes nothing, searches included',
    tone: 'neutral',
  },
  write: {
    label: 'Write',
    text: 'Every call that changes something, apart from sign-in and tokens',
    tone: 'info',
  },
  secrets: {
    label: 'Secrets',
    text: 'Card data, passwords, saved work and whole mails in answers. Few tokens need it.',
    tone: 'warning',
  },
};

export const ScopeBadges = ({ scopes }: { scopes: readonly Scope[] }) => (
  <span className="flex flex-wrap gap-1">
    {scopes.map((scope) => (
      <Badge key={scope} tone={SCOPE_TEXTS[scope].tone}>
        {SCOPE_TEXTS[scope].label}
      </Badge>
    ))}
  </span>
);
