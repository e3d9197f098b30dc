import { useState } from 'react';
import type { QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { attempt, toastFailure, tryAgain } from '../../../kit/failure.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { COPY_REFUSED } from '../../../ui/copy-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useQueueChanges } from '../queries.ts';
import { TransferDialog } from './category-forms.tsx';
import { exportSelected } from './download-accounts.ts';

interface AccountActionsProps {
  type: QueueType;
  /** The category of the list; undefined for the other lists. */
  category: string | undefined;
  /** Names of all categories. */
  names: readonly string[];
  selection: GridSelection;
  /** Every row that was loaded: a selected one may be out of view. */
  seen: ReadonlyMap<string, QueueAccount>;
}

const ADD_FAILED = tryAgain('The accounts were not added to the category');

const REMOVE_FAILED = tryAgain('The accounts were not removed from the category');

type Verb = 'Add' | 'Copy' | 'Move';

/** Adds the selected accounts to a category, or removes them from the displayed one. */
function useCategoryChanges({ type, category, selection }: AccountActionsProps, verb: Verb | null) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { addAccounts, removeAccounts, transferAccounts } = useQueueChanges(type);
  const accounts = [...selection.selected];
  const submit = async (to: string) => {
    const message =
      category === undefined
        ? await addAccounts(to, accounts)
        : await transferAccounts(verb === 'Move' ? 'move' : 'copy', category, to, accounts);
    toast({ title: message });
    selection.clear();
  };
  const remove = async (from: string) => {
    setIsRemoving(true);
    try {
      const message = await removeAccounts(from, accounts);
      const undo = () =>
        attempt(ADD_FAILED, async () => toast({ title: await addAccounts(from, accounts) }));
      toast({ title: message, action: { label: 'Undo', run: undo } });
      selection.clear();
    } catch (error) {
      toastFailure(REMOVE_FAILED)(error);
    } finally {
      setIsRemoving(false);
    }
  };
  return { accounts, submit, remove, isRemoving };
}

/** The actions for the selected accounts. */
export function AccountActions(props: AccountActionsProps) {
  const { category, names, seen } = props;
  const [verb, setVerb] = useState<Verb | null>(null);
  const { accounts, submit, remove, isRemoving } = useCategoryChanges(props, verb);
  const copy = () =>
    navigator.clipboard.writeText(accounts.join('\n')).then(
      () => toast({ title: `${many} copied` }),
      () => toast({ title: COPY_REFUSED, tone: 'danger' }),
    );
  const exportAll = () => void exportSelected(category, accounts, seen);
  const many = countOf(accounts.length, 'account');
  // Every row has buttons, so reaching these actions with Tab takes long.
  useCommands([
    ...(category === undefined
      ? [{ id: 'queues.add', label: `Add ${many} to a category`, run: () => setVerb('Add') }]
      : [
          { id: 'queues.copy-to', label: `Copy ${many} to a category`, run: () => setVerb('Copy') },
          { id: 'queues.move-to', label: `Move ${many} to a category`, run: () => setVerb('Move') },
          {
            id: 'queues.remove',
            label: `Remove ${many} from the category ${category}`,
            run: () => void remove(category),
          },
        ]),
    { id: 'queues.export', label: `Export ${many}`, keywords: ['selected', 'csv'], run: exportAll },
    { id: 'queues.copy', label: `Copy ${many}`, keywords: ['selected'], run: () => void copy() },
  ]);
  return (
    <>
      {category === undefined ? (
        <Button size="xs" onClick={() => setVerb('Add')}>
          Add to category
        </Button>
      ) : (
        <>
          <Button size="xs" onClick={() => setVerb('Copy')}>
            Copy to category
          </Button>
          <Button size="xs" onClick={() => setVerb('Move')}>
            Move to category
          </Button>
          <Button size="xs" busy={isRemoving} onClick={() => void remove(category)}>
            Remove from category
          </Button>
        </>
      )}
      <Button size="xs" onClick={exportAll}>
        Export selected
      </Button>
      <Button size="xs" onClick={() => void copy()}>
        Copy
      </Button>
      {verb === null ? null : (
        <TransferDialog
          verb={verb}
          accounts={accounts.length}
          names={names.filter((name) => name !== category)}
          failure={ADD_FAILED}
          onSubmit={submit}
          onClose={() => setVerb(null)}
        />
      )}
    </>
  );
}
