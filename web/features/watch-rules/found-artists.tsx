import { useEffect, useRef, useState } from 'react';
import type { MatchedNames } from '../../../shared/watch-rules/schema.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

interface FoundArtistsProps {
  matches: MatchedNames;
  /** Replaces a name with others; an empty list removes it. */
  onReplace: (name: string, by: readonly string[]) => void;
  onRemoveUnknown: () => void;
}

/**
 * The results of the catalogues for the names of a rule: those to choose from, those without an
 * artist, and how many are found.
 */
export function FoundArtists({ matches, onReplace, onRemoveUnknown }: FoundArtistsProps) {
  const { matched, doubtful, unknown } = matches;
  const [most, setMost] = useState(PART);
  const section = useRef<HTMLElement>(null);
  /** The position of the decided name, whose buttons are removed; the next name has moved to it. */
  const decided = useRef<number | null>(null);
  useEffect(() => {
    if (decided.current === null) return;
    const names = section.current?.querySelectorAll('fieldset') ?? [];
    const next = names[Math.min(decided.current, names.length - 1)];
    decided.current = null;
    (next?.querySelector('button') ?? section.current)?.focus();
  });
  const replace = (at: number, name: string, by: readonly string[]) => {
    decided.current = at;
    onReplace(name, by);
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Artists found"
      className="flex flex-col gap-2 text-xs"
    >
      <p role="status">
        {formatNumber(matched.length)} found, {formatNumber(doubtful.length)} to choose,{' '}
        {formatNumber(unknown.length)} unknown in the catalogues that are on.
      </p>
      {doubtful.slice(0, most).map(({ name, candidates }, at) => (
        <fieldset key={name} className="m-0 flex flex-wrap items-center gap-1.5 border-0 p-0">
          <legend className="pb-1 wrap-anywhere">Which artist is "{name}"?</legend>
          {candidates.map((candidate) => (
            <Button key={candidate} size="xs" onClick={() => replace(at, name, [candidate])}>
              {candidate}
            </Button>
          ))}
          {candidates.length > 1 ? (
            <Button size="xs" onClick={() => replace(at, name, candidates)}>
              {candidates.length === 2 ? 'Both' : 'All of them'}
            </Button>
          ) : null}
          <Button size="xs" variant="ghost" onClick={() => replace(at, name, [])}>
            None
          </Button>
        </fieldset>
      ))}
      {doubtful.length > most ? (
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="text-text-muted">
            {formatNumber(most)} of {formatNumber(doubtful.length)} names to choose are shown.
          </span>
          <Button size="xs" variant="ghost" onClick={() => setMost(most + PART)}>
            Show {Math.min(PART, doubtful.length - most)} more
          </Button>
        </div>
      ) : null}
      {unknown.length > 0 ? (
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="min-w-0 text-text-muted wrap-anywhere">
            No artist named {unknown.slice(0, MOST_SHOWN).join('; ')}
            {unknown.length > MOST_SHOWN ? ` and ${unknown.length - MOST_SHOWN} more` : ''}. A rule
            keeps such names: they match once an event has them.
          </span>
          <Button
            size="xs"
            variant="ghost"
            onClick={() => {
              decided.current = 0;
              onRemoveUnknown();
            }}
          >
            Remove {countOf(unknown.length, 'unknown name')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const MOST_SHOWN = 8;
/** The number of names to choose from that are shown at first, and that are added by each press. */
const PART = 20;
