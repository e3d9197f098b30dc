import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import { ACCOUNTS_PER_EVENT, EVENTS_BY_ACCOUNT } from '../../../../shared/signup/constants.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Section } from '../../../ui/panel.tsx';
import { QueueCounting } from '../../queues/queue-counting.tsx';
import type { SignupState } from '../state.ts';
import { CategoriesPicker } from './categories-picker.tsx';
import { NumberInput } from './number-input.tsx';

const CategoryForm = latePart(() => import('../../queues/category-form.tsx'), 'CategoryForm');

interface BulkSettingsProps {
  state: SignupState;
  change: (part: Partial<SignupState>) => void;
  categories: readonly CategorySummary[];
  /** Called once pasted accounts are stored in a category. */
  onAccounts: () => void;
  /** Ids of the selected events; empty if the settings apply to all of them. */
  selected: readonly string[];
  /** Sets the same number of accounts for the selected events, or for all. */
  onAccountsOfAll: (count: number) => void;
  /** Called with the fault of a typed number; null once there is none. */
  onProblem: (field: string, problem: string | null) => void;
}

/**
 * Settings of all events: events per account, and the same accounts and categories for each event,
 * or for the selected ones.
 */
export function BulkSettings(props: BulkSettingsProps) {
  const { state, change, categories, onAccounts, onProblem } = props;
  const [accounts, setAccounts] = useState(10);
  const [hasProblem, setHasProblem] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [isPasting, setPasting] = useState(false);
  const ids =
    props.selected.length > 0 ? props.selected : state.infos.events.map(({ value }) => value);
  const scope = props.selected.length > 0 ? `${formatNumber(ids.length)} selected` : 'all';
  const toAll = <T,>(value: T) => Object.fromEntries(ids.map((id) => [id, value] as const));
  return (
    <Section
      title="Event accounts"
      actions={
        <Button size="xs" icon={<UserPlus />} onClick={() => setPasting(true)}>
          Paste accounts
        </Button>
      }
    >
      <div className="flex flex-col gap-3.5">
        <QueueCounting type="verified_fan" />
        <Field label="Events per account" hint="1 to 10 events.">
          {(control) => (
            <NumberInput
              control={control}
              className="w-24"
              value={state.eventsByAccount}
              bounds={EVENTS_BY_ACCOUNT}
              onChange={(eventsByAccount) => change({ eventsByAccount })}
              onProblem={(problem) => onProblem('Events per account', problem)}
            />
          )}
        </Field>
        <div className="flex items-start gap-2.5">
          <Field label="Accounts per event" hint="0 to 50 accounts." className="flex-1">
            {(control) => (
              <NumberInput
                control={control}
                value={accounts}
                bounds={ACCOUNTS_PER_EVENT}
                onChange={setAccounts}
                onProblem={(problem) => setHasProblem(problem !== null)}
              />
            )}
          </Field>
          <Button
            className="mt-5.75 max-md:min-h-10"
            disabled={hasProblem}
            onClick={() => props.onAccountsOfAll(accounts)}
          >
            Set accounts for {scope}
          </Button>
        </div>
        <div className="flex items-center gap-2.5">
          <CategoriesPicker
            label="Categories"
            categories={categories}
            selected={chosen}
            onChange={setChosen}
          />
          <Button
            className="ml-auto"
            onClick={() => change({ categories: { ...state.categories, ...toAll(chosen) } })}
          >
            Set categories for {scope}
          </Button>
        </div>
      </div>
      <Dialog
        open={isPasting}
        onOpenChange={setPasting}
        title="Paste accounts into a category"
        size="lg"
      >
        <CategoryForm type="verified_fan" categories={categories} onUploaded={onAccounts} />
      </Dialog>
    </Section>
  );
}
