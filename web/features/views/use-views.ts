import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { NewView, View } from '../../../shared/views/schema.ts';
import type { ViewScreen } from '../../../shared/views/screens.ts';
import { useGridSettings } from '../../kit/data-grid/grid-settings.tsx';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { toast } from '../../ui/toast.tsx';
import { saveView, viewsQuery } from './queries.ts';
import { SCREENS } from './view-screens.ts';
import { isShown, type ReadSearch, readView, searchWith, shownState } from './view-state.ts';

/** The ids of the chosen views by screen, in this tab. */
const chosenViews = saved({
  key: 'chosen-views',
  schema: z.record(z.string(), z.nullable(z.int())),
  fallback: {},
  owner: 'operator',
  place: 'tab',
});

/** The content of the screen, its views, and the actions for them. */
export function useViews(screen: ViewScreen) {
  const query = useQuery(viewsQuery(screen));
  const router = useRouter();
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search });
  const { grid } = SCREENS[screen];
  // A screen without a choice of columns stores none under this name.
  const settings = useGridSettings(grid?.table ?? screen);
  const [chosen, setChosen] = useSaved(chosenViews);

  const schema = router.routesByPath[`/${screen}`].options.validateSearch;
  const read: ReadSearch = (raw) =>
    schema instanceof z.ZodMiniObject ? { ...z.safeParse(schema, raw).data } : {};
  const shown = shownState(screen, { ...search }, settings.hidden, read);
  const views = query.data ?? [];
  const isOnScreen = (view: View) => isShown(screen, readView(screen, view, read), shown);
  const active =
    views.find(({ id }) => id === chosen[screen]) ??
    views.find((view) => view.address !== '' && isOnScreen(view));
  const choose = (id: number | null) => setChosen({ ...chosen, [screen]: id });
  const show = (address: string) =>
    void navigate({ href: `/${screen}${searchWith(screen, { ...search }, address)}` });

  const open = (view: View) => {
    const { address, columns, missing } = readView(screen, view, read);
    choose(view.id);
    show(address);
    if (grid && columns)
      settings.change({ hidden: grid.columns.filter((column) => !columns.includes(column)) });
    if (missing.length > 0)
      toast({
        title: `"${view.name}" opened in part`,
        text: `This screen no longer has ${missing.join(', ')}.`,
        tone: 'warning',
      });
  };
  /** Shows the screen without filters and without a view. */
  const leave = () => {
    choose(null);
    show('');
  };
  const save = async (id: number | null, part: Pick<NewView, 'name' | 'is_shared'>) => {
    const view = await saveView(id, { screen, ...shown, ...part });
    choose(view.id);
  };
  /** Changes the name of a view and whether others see it, and keeps its filters and columns. */
  const rename = ({ id, address, columns }: View, part: Pick<NewView, 'name' | 'is_shared'>) =>
    saveView(id, { screen, address, columns, ...part });
  const isChanged = active !== undefined && !isOnScreen(active);
  return { query, views, active, isChanged, open, leave, save, rename };
}
