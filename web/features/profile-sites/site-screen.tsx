import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { PROFILES_FAILED } from '../../../shared/profiles/texts.ts';
import { failureParts } from '../../kit/failure.ts';
import { type SearchMode, useIsSettled } from '../../kit/route.ts';
import { Screen } from '../../kit/screen.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { workIdOf } from '../../lib/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { type ToastHandle, toast } from '../../ui/toast.tsx';
import { ResumeWork } from '../recent-work/resume-work.tsx';
import { useWork } from '../recent-work/session/use-work.ts';
import type { WorkPlace } from '../recent-work/work-tool.ts';
import { WorkView } from '../recent-work/work-view.tsx';
import { eventsByIdQuery } from '../ticketing/event-queries.ts';
import { selectEvents, selectedIds } from '../ticketing/selection/event-selection.ts';
import { ChooseSite, SiteCards } from './choose-site.tsx';
import { siteWork } from './draft.ts';
import type { SiteTool } from './plan.ts';
import { stockProgress } from './profiles/profile-list.ts';
import { stockQuery } from './queries.ts';
import type { SiteSearch } from './search-state.ts';

const OpeningWork = () => <TableSkeleton label="Opening the work" rows={8} />;
const SiteWorkspace = latePart(() => import('./site-workspace.tsx'), 'SiteWorkspace', OpeningWork);
// Loads with the profiles, while the placeholders show.
void SiteWorkspace.load();

interface SiteScreenProps {
  tool: SiteTool;
  search: SiteSearch;
  onSearch: (search: SiteSearch, mode?: SearchMode) => void;
}

/** Choose a site, add events, set its configuration, and generate its file from the profiles. */
export function SiteScreen({ tool, search, onSearch }: SiteScreenProps) {
  const stock = useQuery(stockQuery);
  const failed = stock.error && failureParts(stock.error, PROFILES_FAILED);
  const { site: name } = search;
  const [hasChosen, setHasChosen] = useState(false);
  const lastSwitch = useRef<ToastHandle>(null);
  const eventCount = useRef(0);
  // Its Undo belongs to this page, and to a list that is still empty.
  useEffect(() => () => lastSwitch.current?.close(), []);
  const noteEvents = useCallback((count: number) => {
    eventCount.current = count;
    if (count > 0) lastSwitch.current?.close();
  }, []);
  const sentIds = selectedIds(search) ?? [];
  const sent = useQuery({ ...eventsByIdQuery(sentIds), enabled: sentIds.length > 0 });
  const site = tool.sites.find((one) => one.name === name);
  const workId = workIdOf(search);
  const choose = (next: string) => {
    if (next === name) return;
    setHasChosen(true);
    onSearch({ ...search, site: next, work: 'new' }, 'push');
    // A new work is saved when its workspace is left. Its id is not known yet, so Undo opens the
    // newest work of the site.
    const work = search.work === 'new' ? undefined : search.work;
    if (site === undefined || eventCount.current === 0) return;
    eventCount.current = 0;
    lastSwitch.current?.close();
    lastSwitch.current = toast({
      title: `${next} starts with a new configuration`,
      tone: 'info',
      action: { label: 'Undo', run: () => onSearch({ ...search, work }, 'push') },
    });
  };
  return (
    <Screen title={tool.title} context={tool.context} layout="fixed">
      {failed ? (
        <ErrorState
          title={failed.headline}
          retrying={stock.isFetching}
          onRetry={() => void stock.refetch()}
        >
          {failed.reason}
        </ErrorState>
      ) : null}
      {stock.isPending ? (
        <LoadingStock isLoading={stock.isFetching} onLoad={() => void stock.refetch()} />
      ) : null}
      {stock.data && site ? (
        <OpenedSite
          key={site.name}
          tool={tool}
          site={site}
          workId={workId}
          onWorkId={(id) => onSearch({ ...search, work: String(id) })}
          stock={stock.data}
          onEventCount={noteEvents}
          cards={<SiteCards tool={tool} chosen={name} onChoose={choose} takesFocus={hasChosen} />}
          sent={sentIds.length > 0 ? sent.data?.events : undefined}
          onTaken={() => onSearch({ site: site.name, work: search.work })}
        />
      ) : null}
      {!site && typeof workId === 'number' ? (
        <ResumeWork id={workId} onWork={({ key }) => onSearch({ ...search, site: key })} />
      ) : null}
      {stock.data && !site && workId === null ? (
        <ChooseSite
          tool={tool}
          profiles={stock.data.count}
          sent={sentIds.length}
          onChoose={choose}
          onEvents={(ids) => onSearch({ ...search, ...selectEvents(ids) }, 'replace')}
        />
      ) : null}
    </Screen>
  );
}

interface LoadingStockProps {
  isLoading: boolean;
  onLoad: () => void;
}

/** The loading profiles, with progress and Cancel if they are more than one page. */
function LoadingStock({ isLoading, onLoad }: LoadingStockProps) {
  const client = useQueryClient();
  const progress = useSelector(stockProgress);
  if (!isLoading)
    return (
      <EmptyState
        title="The profiles were not loaded"
        actions={<Button onClick={onLoad}>Load profiles</Button>}
      >
        A file is made from them.
      </EmptyState>
    );
  if (progress === null) return <TableSkeleton label="Loading profiles" rows={8} />;
  const { loaded, total } = progress;
  return (
    <div className="m-auto flex w-80 max-w-full flex-col gap-2.5 p-5">
      <p className="tn">
        {formatNumber(loaded)} of {countOf(total, 'profile')} loaded
      </p>
      <Progress label="Profiles loaded" value={loaded} max={total} />
      <Button
        className="self-start"
        onClick={() => void client.cancelQueries({ queryKey: stockQuery.queryKey })}
      >
        Cancel
      </Button>
    </div>
  );
}

interface OpenedSiteProps extends Omit<ComponentProps<typeof SiteWorkspace>, 'work'> {
  /** The work in the address; null for the newest of the site. */
  workId: WorkPlace['id'];
  /** Called once a new work has an id. */
  onWorkId: (id: number) => void;
}

function OpenedSite({ workId, onWorkId, ...props }: OpenedSiteProps) {
  const { tool, site } = props;
  const unsentName = `${tool.name}-${site.name}`;
  const work = useWork(siteWork[tool.name], { key: site.name, id: workId, unsentName });
  const savedId = work?.saving.id ?? null;
  const isSettled = useIsSettled();
  const follow = useEffectEvent(onWorkId);
  useEffect(() => {
    if (isSettled && savedId !== null && savedId !== workId) follow(savedId);
  }, [isSettled, savedId, workId]);
  return (
    <WorkView work={work} loading={<OpeningWork />}>
      {(opened) => <SiteWorkspace {...props} work={opened} />}
    </WorkView>
  );
}
