import { lazy, Suspense, useState } from 'react';
import type { QueueAccount } from '../../../shared/queues/columns.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import type { GridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { failureText } from '../../kit/failure.ts';
import { countOf } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { exportSelected } from './export-accounts.ts';
import { useQueueChanges } from './queries.ts';

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

const TransferDialog = lazy(() =>
  import('./category-forms.tsx').then((module) => ({ default: module.TransferDialog })),
);

const ADD_FAILED = {
  refused: 'The accounts were not added to the category.',
  thrown: 'The accounts were not added to the category. Try again.',
};

const REMOVE_FAILED = {
  refused: 'The accounts were not removed from the category.',
  thrown: 'The accounts were not removed from the category. Try again.',
};

/** What can be done with the selected accounts. */
export function AccountActions(props: AccountActionsProps) {
  const { type, category, names, selection, seen } = props;
  const [verb, setVerb] = useState<'Add' | 'Copy' | 'Move' | null>(null);
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
        void addAccounts(from, accounts).then(
          (title) => toast({ title }),
          (error) => toast({ title: failureText(error, ADD_FAILED), tone: 'danger' }),
        );
      toast({ title: message, action: { label: 'Undo', run: undo } });
      selection.clear();
    } catch (error) {
      toast({ title: failureText(error, REMOVE_FAILED), tone: 'danger' });
    } finally {
      setIsRemoving(false);
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(accounts.join('\n')).then(
      () => toast({ title: `${countOf(accounts.length, 'account')} copied` }),
      () => toast({ title: 'The browser refused copying', tone: 'danger' }),
    );
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
      <Button size="xs" onClick={() => void exportSelected(category, accounts, seen)}>
        Export selected
      </Button>
      <Button size="xs" onClick={() => void copy()}>
        Copy
      </Button>
      {verb === null ? null : (
        <Suspense>
          <TransferDialog
            verb={verb}
            accounts={accounts.length}
            names={names.filter((name) => name !== category)}
            failure={ADD_FAILED}
            onSubmit={submit}
            onClose={() => setVerb(null)}
          />
        </Suspense>
      )}
    </>
  );
}
