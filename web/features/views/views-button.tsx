import { useRouterState } from '@tanstack/react-router';
import {
  BookmarkPlus,
  Check,
  ChevronDown,
  LayoutList,
  Pencil,
  RotateCcw,
  Save,
  Trash2,
  X,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { View, ViewScreen } from '../../../shared/views/schema.ts';
import { attempt, tryAgain } from '../../kit/failure.ts';
import { useCommands } from '../../kit/keys/commands.ts';
import { useShortcut } from '../../kit/keys/shortcuts.ts';
import { useQuestion } from '../../kit/question.tsx';
import { Button } from '../../ui/button.tsx';
import { keyLabel } from '../../ui/kbd.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { deleteView } from './queries.ts';
import { useViews } from './use-views.ts';
import { screenAt } from './view-screens.ts';

const ViewDialog = latePart(() => import('./view-dialog.tsx'), 'ViewDialog');
const KEY = 'v';
const NOT_SAVED = tryAgain('Failed to save the view');

/** The named views of the screen, in the top bar of every screen that keeps its filters in its address. */
export function ViewsButton() {
  const screen = useRouterState({ select: ({ location }) => screenAt(location.pathname) });
  return screen === null ? null : <Views key={screen} screen={screen} />;
}

function Views({ screen }: { screen: ViewScreen }) {
  const { query, views, active, isChanged, ...actions } = useViews(screen);
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null);
  const [question, ask] = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const remove = (view: View) =>
    ask({
      title: 'Delete view',
      text: view.is_shared
        ? `"${view.name}" is shared: it is deleted for all operators. Nothing else changes.`
        : `"${view.name}" is deleted. Nothing else changes.`,
      confirmLabel: 'Delete view',
      busyLabel: 'Deleting...',
      run: () => deleteView(view.id),
      done: `View "${view.name}" deleted`,
      failure: tryAgain('Failed to delete the view'),
    });
  const replace = ({ id, name, is_shared }: View) =>
    attempt(NOT_SAVED, async () => {
      await actions.save(id, { name, is_shared });
      toast({ title: `View "${name}" saved` });
    });
  useShortcut(KEY, 'Views of this screen', () => openMenu(button.current));
  useCommands([
    ...views.map((view) => ({
      id: `views.${view.id}`,
      label: `Show view ${view.name}`,
      run: () => actions.open(view),
    })),
    { id: 'views.save', label: 'Save as view', run: () => setDialog('save') },
  ]);
  return (
    <>
      <Menu
        label="Views"
        className="max-h-(--radix-dropdown-menu-content-available-height) max-w-80 overflow-auto"
        trigger={
          <Button
            ref={button}
            size="sm"
            icon={<LayoutList />}
            aria-haspopup="menu"
            aria-label={labelOf(active, isChanged)}
            aria-keyshortcuts={KEY}
            title={`Views (${keyLabel(KEY)})`}
          >
            <span className="max-w-36 truncate max-lg:sr-only">{active?.name ?? 'Views'}</span>
            {isChanged ? (
              <span className="font-normal text-text-muted max-lg:sr-only">changed</span>
            ) : null}
            <ChevronDown className="size-3.5 max-lg:hidden" />
          </Button>
        }
      >
        <MenuLabel>{headingOf(query, active, isChanged)}</MenuLabel>
        {query.error ? (
          <MenuItem onSelect={() => void query.refetch()}>Load views again</MenuItem>
        ) : null}
        {views.map((view) => (
          <MenuItem
            key={view.id}
            icon={view === active ? <Check strokeWidth={2} /> : <span className="size-4" />}
            onSelect={() => actions.open(view)}
          >
            <span className="truncate">{view.name}</span>
            <Sharing view={view} />
          </MenuItem>
        ))}
        <MenuSeparator />
        {active && isChanged ? (
          <MenuItem icon={<RotateCcw />} onSelect={() => actions.open(active)}>
            Undo the changes
          </MenuItem>
        ) : null}
        {active?.is_own && isChanged ? (
          <MenuItem icon={<Save />} onSelect={() => replace(active)}>
            Save changes
          </MenuItem>
        ) : null}
        <MenuItem icon={<BookmarkPlus />} onSelect={() => setDialog('save')}>
          Save as
        </MenuItem>
        {active?.is_own ? (
          <>
            <MenuItem icon={<Pencil />} onSelect={() => setDialog('change')}>
              Rename or share
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onSelect={() => remove(active)}>
              Delete
            </MenuItem>
          </>
        ) : null}
        {active ? (
          <MenuItem icon={<X />} onSelect={actions.leave}>
            Show without a view
          </MenuItem>
        ) : null}
      </Menu>
      {dialog === 'save' ? (
        <ViewDialog
          title="Save as view"
          description="Keeps the filters, the sorting and the columns of this screen."
          initial={{ name: '', is_shared: false }}
          save={(values) => actions.save(null, values)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'change' && active ? (
        <ViewDialog
          title="Rename or share view"
          description="Its filters, sorting and columns stay as they were saved."
          initial={{ name: active.name, is_shared: active.is_shared }}
          save={(values) => actions.rename(active, values)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {question}
    </>
  );
}

/** Opens a menu as its key would: a trigger whose menu is not loaded yet reads the click, a loaded one the key. */
function openMenu(button: HTMLButtonElement | null): void {
  button?.focus();
  button?.click();
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}

function labelOf(active: View | undefined, isChanged: boolean): string {
  if (active === undefined) return 'Views';
  return isChanged ? `View ${active.name}, changed` : `View ${active.name}`;
}

function headingOf(
  { error, data }: { error: unknown; data?: readonly View[] | undefined },
  active: View | undefined,
  isChanged: boolean,
): string {
  if (error) return 'Failed to load the views';
  if (data === undefined) return 'Loading views...';
  if (active && isChanged) return `"${active.name}" with changes`;
  return data.length === 0 ? 'No views of this screen' : 'Views';
}

/** Who else sees a view, or who shares it. */
function Sharing({ view: { is_own: isOwn, is_shared: isShared, author } }: { view: View }) {
  if (isOwn && !isShared) return null;
  return (
    <span className="ml-auto max-w-36 truncate pl-3 text-xs text-text-muted">
      {isOwn ? 'Shared' : author}
    </span>
  );
}
