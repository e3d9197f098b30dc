import { useRouterState } from '@tanstack/react-router';
import { BookmarkPlus, Check, LayoutList, Pencil, RotateCcw, Save, Trash2, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { pick } from '../../../shared/pick.ts';
import type { View } from '../../../shared/views/schema.ts';
import { screenAt, type ViewScreen } from '../../../shared/views/screens.ts';
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
import { SCREENS } from './view-screens.ts';
import { ViewsLabel } from './views-place.tsx';

const ViewDialog = latePart(() => import('./view-dialog.tsx'), 'ViewDialog');
const KEY = 'v';
const NOT_SAVED = tryAgain('Failed to save the view');

/**
 * The named views of the screen, in the top bar of every screen that stores its filters in its
 * address.
 */
export function ViewsButton() {
  const screen = useRouterState({ select: ({ location }) => screenAt(location.pathname) });
  return screen === null ? null : <Views key={screen} screen={screen} />;
}

function Views({ screen }: { screen: ViewScreen }) {
  const state = useViews(screen);
  const { views, active, open, save, rename } = state;
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null);
  const [question, ask] = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(null);
  useShortcut(KEY, 'Views of this screen', () => openMenu(button.current));
  useCommands([
    ...views.map((view) => ({
      id: `views.${view.id}`,
      label: `Show view ${view.name}`,
      run: () => open(view),
    })),
    { id: 'views.save', label: 'Save as view', run: () => setDialog('save') },
  ]);
  return (
    <>
      <ViewsMenu
        state={state}
        button={button}
        onDialog={setDialog}
        onDelete={(view) => ask(removalOf(view))}
      />
      {question}
      {dialog === 'save' ? (
        <ViewDialog
          title="Save as view"
          description={contentOf(screen)}
          initial={{ name: '', is_shared: false }}
          save={(values) => save(null, values)}
          onClose={close}
        />
      ) : null}
      {dialog === 'change' && active ? (
        <ViewDialog
          title="Rename or share view"
          description="What it shows stays as it was saved."
          initial={pick(active, ['name', 'is_shared'])}
          save={(values) => rename(active, values)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The parts that a view of the screen stores, as a sentence. */
function contentOf(screen: ViewScreen): string {
  const { opened } = SCREENS[screen];
  const parts = ['the filters', 'the sorting', ...(opened ? [opened.label] : [])];
  return `Keeps ${parts.join(', ')} and the columns of this screen.`;
}

interface ViewsMenuProps {
  state: ReturnType<typeof useViews>;
  button: RefObject<HTMLButtonElement | null>;
  onDialog: (dialog: 'save' | 'change') => void;
  onDelete: (view: View) => void;
}

function ViewsMenu({ state, button, ...actions }: ViewsMenuProps) {
  const { query, views, active, isChanged, open } = state;
  return (
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
          title={`${labelOf(active, isChanged)} (${keyLabel(KEY)})`}
        >
          <ViewsLabel
            note={
              isChanged ? (
                <span className="font-normal text-text-muted max-xl:sr-only">changed</span>
              ) : null
            }
          >
            {active?.name ?? 'Views'}
          </ViewsLabel>
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
          onSelect={() => open(view)}
        >
          <span className="truncate">{view.name}</span>
          <Sharing view={view} />
        </MenuItem>
      ))}
      <MenuSeparator />
      <ViewActions state={state} {...actions} />
    </Menu>
  );
}

/** The actions for the current screen, and for the chosen view. */
function ViewActions({ state, onDialog, onDelete }: Omit<ViewsMenuProps, 'button'>) {
  const { active, isChanged, open, leave, save } = state;
  const replace = ({ id, name, is_shared }: View) =>
    attempt(NOT_SAVED, async () => {
      await save(id, { name, is_shared });
      toast({ title: `View "${name}" saved` });
    });
  return (
    <>
      {active && isChanged ? (
        <MenuItem icon={<RotateCcw />} onSelect={() => open(active)}>
          Undo the changes
        </MenuItem>
      ) : null}
      {active?.is_own && isChanged ? (
        <MenuItem icon={<Save />} onSelect={() => replace(active)}>
          Save changes
        </MenuItem>
      ) : null}
      <MenuItem icon={<BookmarkPlus />} onSelect={() => onDialog('save')}>
        Save as
      </MenuItem>
      {active?.is_own ? (
        <>
          <MenuItem icon={<Pencil />} onSelect={() => onDialog('change')}>
            Rename or share
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={() => onDelete(active)}>
            Delete
          </MenuItem>
        </>
      ) : null}
      {active ? (
        <MenuItem icon={<X />} onSelect={leave}>
          Show without a view
        </MenuItem>
      ) : null}
    </>
  );
}

/** The question before a deletion. */
const removalOf = (view: View) => ({
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

/**
 * Opens a menu as its key would: a trigger whose menu is not loaded yet reacts to the click, a
 * loaded one to the key.
 */
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
