import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ProfileSite } from '../../../shared/site-generator/profile-site.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { isFocusLost } from '../../lib/focus.ts';
import { countOf } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { scrollToItem } from '../../ui/scroll-line.ts';
import { RecentWork } from '../recent-work/recent-work.tsx';
import { savedSelection } from '../ticketing/selection/selection.ts';
import type { SiteTool } from './plan.ts';

interface SiteCardsProps {
  tool: SiteTool;
  chosen: string | undefined;
  onChoose: (site: string) => void;
  /** The chosen card takes the focus from the removed one that was pressed. */
  takesFocus?: boolean;
}

interface ChooseSiteProps extends Pick<SiteCardsProps, 'tool' | 'onChoose'> {
  profiles: number;
  /** The number of events that wait for a site. */
  sent: number;
  /** Adds the operator's selected events. */
  onEvents: (ids: readonly string[]) => void;
}

/** Shown before a site is chosen: the sites and recent work. */
export function ChooseSite({ tool, profiles, sent, onChoose, onEvents }: ChooseSiteProps) {
  const [selected] = useSaved(savedSelection);
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-bg p-5 max-md:p-3.5">
      <SiteCards tool={tool} chosen={undefined} onChoose={onChoose} />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-text-muted">
        <p>
          {sent > 0
            ? `Choose a site for ${countOf(sent, 'event')}.`
            : 'Choose a site. The file has a row for each event and buyer profile.'}
        </p>
        {sent === 0 && selected.length > 0 ? (
          <Button size="sm" onClick={() => onEvents(selected.map(({ id }) => id))}>
            Use {countOf(selected.length, 'selected event')}
          </Button>
        ) : null}
      </div>
      <RecentWork kind={tool.name} className="mt-4 rounded-lg border bg-surface" />
      {profiles === 0 ? (
        <FirstUse
          title="No profiles yet"
          actions={
            <Link to="/profiles" className={buttonClass('primary')}>
              Add profiles
            </Link>
          }
        >
          Names, addresses and cards of the file come from buyer profiles.
        </FirstUse>
      ) : null}
    </div>
  );
}

export function SiteCards({ tool, chosen, onChoose, takesFocus = false }: SiteCardsProps) {
  const line = useRef<HTMLDivElement>(null);
  const chosenCard = useRef<HTMLLabelElement>(null);
  // On a telephone the cards are wider than the screen. This runs in an effect, because the page
  // then has its layout.
  useEffect(() => {
    if (chosen !== undefined && line.current && chosenCard.current)
      scrollToItem(line.current, chosenCard.current);
  }, [chosen]);
  useEffect(() => {
    if (takesFocus && isFocusLost()) chosenCard.current?.control?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div
      ref={line}
      role="radiogroup"
      aria-label="Site"
      className="grid flex-none auto-cols-[minmax(140px,1fr)] grid-flow-col gap-2 overflow-x-auto -m-0.5 p-0.5"
    >
      {tool.sites.map((site, index) => (
        <label
          key={site.name}
          ref={site.name === chosen ? chosenCard : null}
          className="relative flex flex-col gap-0.5 rounded-lg border border-border-strong bg-surface px-3 py-2 hover:border-border-control has-checked:border-accent has-checked:bg-accent-subtle has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            data-page-start={chosen === undefined && index === 0 ? '' : undefined}
            name={`site-of-${tool.name}`}
            checked={site.name === chosen}
            onChange={() => onChoose(site.name)}
            className="absolute inset-0 m-0 size-full appearance-none rounded-lg opacity-0"
          />
          <span className="text-md font-medium">{site.name}</span>
          <span className="text-xs text-text-muted">{describeSite(tool, site)}</span>
          {site.name === chosen ? (
            <CircleCheck className="absolute top-2.5 right-2.5 size-3.5 text-accent-text" />
          ) : null}
        </label>
      ))}
    </div>
  );
}

/** `5 modes, 37 columns` */
function describeSite(tool: SiteTool, site: ProfileSite): string {
  const columns = `${site.columns.length} columns`;
  if (tool.name !== 'adonis') return columns;
  const modes = site.fields.find(({ key }) => key === 'mode')?.options?.length;
  return `${modes === undefined ? 'No modes' : `${modes} modes`}, ${columns}`;
}
