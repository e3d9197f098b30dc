import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ProfileSite } from '../../../shared/site-generator/profile-site.ts';
import { failureText } from '../../kit/failure.ts';
import { Screen } from '../../kit/screen.tsx';
import { selectedIds } from '../../lib/event-selection.ts';
import { countOf } from '../../lib/format.ts';
import { eventsByIdQuery } from '../../lib/queries/events.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { BlockedReason } from '../../ui/field.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { siteDrafts } from './draft.ts';
import type { SiteTool } from './plan.ts';
import { profilesQuery, type SiteSearch } from './queries.ts';
import { SiteWorkspace } from './site-workspace.tsx';

interface SiteScreenProps {
  tool: SiteTool;
  search: SiteSearch;
  onSearch: (search: SiteSearch) => void;
}

/** Choose a site, add events, set its configuration, and generate its file from the profiles. */
export function SiteScreen({ tool, search, onSearch }: SiteScreenProps) {
  const profiles = useQuery(profilesQuery());
  const { site: name } = search;
  const sentIds = selectedIds(search) ?? [];
  const sent = useQuery({ ...eventsByIdQuery(sentIds), enabled: sentIds.length > 0 });
  const onSite = (next: string) => onSearch({ ...search, site: next });
  const site = tool.sites.find((one) => one.name === name);
  const choose = (next: string) => {
    if (next === name) return;
    siteDrafts.remove(`${tool.name}-${next}`);
    onSite(next);
    // The draft of the site before is saved when its workspace is left: Undo finds it.
    if (site === undefined) return;
    toast({
      title: `${next} starts with a new configuration`,
      tone: 'info',
      action: { label: 'Undo', run: () => onSite(site.name) },
    });
  };
  const cards = <SiteCards tool={tool} chosen={name} onChoose={choose} />;
  return (
    <Screen title={tool.title} context={tool.context} layout="fixed">
      {profiles.error ? (
        <ErrorState
          title={failureText(profiles.error, {
            refused: 'Failed to load profiles',
            thrown: 'An error occurred while loading profiles',
          })}
          retrying={profiles.isFetching}
          onRetry={() => void profiles.refetch()}
        />
      ) : null}
      {profiles.isPending ? <TableSkeleton label="Loading profiles" rows={8} /> : null}
      {profiles.data && site ? (
        <SiteWorkspace
          key={site.name}
          tool={tool}
          site={site}
          draftName={draftName(tool, site)}
          profiles={profiles.data}
          cards={cards}
          sent={sentIds.length > 0 ? sent.data?.events : undefined}
          onTaken={() => onSearch({ site: site.name })}
        />
      ) : null}
      {profiles.data && !site ? (
        <div className="min-h-0 flex-1 overflow-auto bg-bg p-5 max-md:p-3.5">
          {cards}
          <div className="mt-4">
            <BlockedReason id="choose-site">
              {sentIds.length > 0
                ? `Choose a site for ${countOf(sentIds.length, 'event')}.`
                : 'Choose a site.'}
            </BlockedReason>
          </div>
        </div>
      ) : null}
    </Screen>
  );
}

const draftName = (tool: SiteTool, site: ProfileSite): string => `${tool.name}-${site.name}`;

interface SiteCardsProps {
  tool: SiteTool;
  chosen: string | undefined;
  onChoose: (site: string) => void;
}

function SiteCards({ tool, chosen, onChoose }: SiteCardsProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Site"
      className="grid flex-none auto-cols-[minmax(140px,1fr)] grid-flow-col gap-2 overflow-x-auto p-0.5"
    >
      {tool.sites.map((site) => (
        <label
          key={site.name}
          className="relative flex flex-col gap-0.5 rounded-lg border border-border-strong bg-surface px-3 py-2 hover:border-border-control has-checked:border-accent has-checked:bg-accent-subtle has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
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
