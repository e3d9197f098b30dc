import { useQuery } from '@tanstack/react-query';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { DEFAULT_THRESHOLD, readThreshold } from '../../../../shared/queues/accounts/ratios.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { SEARCH_MS } from '../../../../shared/queues/texts.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { HistoryButton } from '../../audit/history-button.tsx';
import { type AccountsOf, countQuery } from '../queries.ts';
import {
  type AccountExport,
  NONE_UNTESTED,
  noneWithin,
  thresholdExport,
  untestedExport,
} from './account-exports.ts';
import { DeleteCategory, RenameField } from './category-forms.tsx';
import { exportAccounts } from './download-accounts.ts';

interface ListHeadProps {
  type: QueueType;
  of: AccountsOf;
  /** The category of the list; undefined for other lists, and while it is not known. */
  category: CategorySummary | undefined;
  onRenamed: (to: string) => void;
  onDeleted: () => void;
}

/**
 * The head of the displayed list: its name and number, its exports, and for a category rename and
 * delete.
 */
export function ListHead({ type, of, category, onRenamed, onDeleted }: ListHeadProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const count = useQuery({ ...countQuery(type, of), enabled: of.category === undefined });
  const title = of.category ?? (of.isUntested ? 'Untested accounts' : 'Queue analysis');
  const numbers = category
    ? `${countOf(category.total_accounts, 'account')}, ${formatNumber(category.tested_accounts)} tested`
    : count.data === undefined
      ? ''
      : countOf(count.data, 'account');
  return (
    <Toolbar className="flex-wrap">
      {category ? (
        <CategoryTitle key={type} type={type} name={category.name} onRenamed={onRenamed} />
      ) : (
        <h2 className="font-semibold">{title}</h2>
      )}
      <span role="status" className="tn truncate text-xs text-text-muted">
        {numbers}
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
        <Exports key={title} type={type} of={of} category={category} />
        {category ? (
          <>
            <HistoryButton
              kind="queue_category"
              id={`${type}:${category.name}`}
              name={category.name}
            />
            <IconButton
              label={`Delete ${category.name}`}
              icon={<Trash2 />}
              onClick={() => setIsDeleting(true)}
            />
          </>
        ) : null}
      </span>
      {isDeleting && category ? (
        <DeleteCategory
          type={type}
          category={category}
          onDeleted={onDeleted}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </Toolbar>
  );
}

interface CategoryTitleProps {
  type: QueueType;
  name: string;
  onRenamed: (to: string) => void;
}

/** A category's name with the button that renames it in place. */
function CategoryTitle({ type, name, onRenamed }: CategoryTitleProps) {
  const [isEditing, setIsEditing] = useState(false);
  const endedByKey = useRef(false);
  const end = (byKey: boolean) => {
    endedByKey.current = byKey;
    setIsEditing(false);
  };
  if (isEditing) {
    return <RenameField type={type} name={name} onRenamed={onRenamed} onEnd={end} />;
  }
  return (
    <>
      <h2 className="min-w-0 truncate font-semibold" title={name}>
        {name}
      </h2>
      <IconButton
        // The focus of the removed field returns to the button that opened the field.
        ref={(button) => {
          if (endedByKey.current) button?.focus();
          endedByKey.current = false;
        }}
        size="xs"
        label={`Rename ${name}`}
        icon={<Pencil />}
        onClick={() => setIsEditing(true)}
      />
    </>
  );
}

/** The threshold export of the analysis or of a category, and the export of untested accounts. */
function Exports({ type, of, category }: Pick<ListHeadProps, 'type' | 'of' | 'category'>) {
  const [isBusy, setIsBusy] = useState(false);
  const hasUntested = !category || category.total_accounts > category.tested_accounts;
  const save = async (request: AccountExport) => {
    setIsBusy(true);
    await exportAccounts(request);
    setIsBusy(false);
  };
  return (
    <>
      {of.isUntested ? null : <ThresholdExport type={type} of={of} isBusy={isBusy} onSave={save} />}
      {category || of.isUntested ? (
        <Button
          size="sm"
          disabled={isBusy || !hasUntested}
          title={hasUntested ? undefined : NONE_UNTESTED}
          icon={<Download />}
          onClick={() => void save(untestedExport(type, of.category))}
        >
          Export untested accounts
        </Button>
      ) : null}
    </>
  );
}

interface ThresholdExportProps extends Pick<ListHeadProps, 'type' | 'of'> {
  isBusy: boolean;
  onSave: (request: AccountExport) => Promise<void>;
}

/** The Max AVG Ratio threshold with its download button, and the reason while the button is off. */
function ThresholdExport({ type, of, isBusy, onSave }: ThresholdExportProps) {
  const reasonId = useId();
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const percent = readThreshold(text);
  const counted = useDebounced(percent, SEARCH_MS);
  const within = useQuery(countQuery(type, of, counted));
  const count = counted === percent ? within.data : undefined;
  // After a failed count the button is enabled: the export then reports the failure.
  const blocked = count === undefined && !within.isError ? 'Counting the accounts...' : null;
  const reason =
    percent === null
      ? 'Enter 0.1 to 100, in steps of 0.1.'
      : count === 0
        ? noneWithin(of)
        : blocked;
  const action = of.category === undefined ? 'Download' : 'Export accounts';
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <span id={reasonId} className={percent === null ? 'text-xs text-danger-text' : 'sr-only'}>
        {reason}
      </span>
      <span aria-hidden="true" className="text-xs whitespace-nowrap text-text-muted">
        Max AVG Ratio
      </span>
      <Input
        size="sm"
        className="w-21!"
        aria-label="Max AVG Ratio"
        aria-invalid={percent === null ? true : undefined}
        aria-describedby={reasonId}
        inputMode="decimal"
        autoComplete="off"
        suffix="%"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="sm"
        busy={isBusy}
        aria-disabled={reason !== null || undefined}
        aria-describedby={reasonId}
        title={reason ?? undefined}
        icon={<Download />}
        onClick={() => percent !== null && void onSave(thresholdExport(type, of, percent))}
      >
        {count ? `${action} (${formatNumber(count)})` : action}
      </Button>
    </div>
  );
}
