import type { UseQueryResult } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId } from 'react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { Form } from '../../../kit/form/form.tsx';
import type { Form as FormState } from '../../../kit/form/use-form.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { useShortcut } from '../../../kit/keys/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason } from '../../../ui/field.tsx';
import { keyLabel } from '../../../ui/kbd.tsx';
import { Section } from '../../../ui/panel.tsx';
import { KeepWatching } from '../../presale-watches/keep-watching.tsx';
import { useWatch } from '../../presale-watches/use-watch.ts';
import { sentSearchOf, useTabSearch } from '../search/search-store.ts';
import { KeywordFields } from './keyword-fields.tsx';
import { MailboxPicker } from './mailbox-picker.tsx';
import { FilterFields, PatternFields, PeriodFields } from './search-fields.tsx';
import type { SearchForm } from './search-form.ts';

interface SearchPaneProps {
  form: FormState<SearchForm>;
  mailboxes: UseQueryResult<ImapAccount[]>;
  /** Ids of the active mailboxes. */
  activeIds: readonly number[];
  isSearching: boolean;
  onReset: () => void;
}

const SEARCH_KEYS = 'mod+Enter';

/** The keys and commands of the form. */
function useSearchCommands({
  form,
  activeIds,
  isSearching,
  onReset,
}: Omit<SearchPaneProps, 'mailboxes'>) {
  const canSearch = form.reason === null && !isSearching;
  const search = () => {
    if (canSearch) form.submit();
  };
  useShortcut(SEARCH_KEYS, 'Search Presale Codes', search);
  const start = {
    id: 'presale.search',
    label: 'Search Presale Codes',
    shortcut: keyLabel(SEARCH_KEYS),
    run: search,
  };
  const selectAll = {
    id: 'presale.select-all',
    label: 'Select all active mailboxes',
    keywords: ['accounts', 'imap'],
    run: () => form.change({ selectedImapAccounts: [...activeIds] }),
  };
  const sent = useTabSearch(sentSearchOf);
  const { isOn: isWatching, unknown, setOn } = useWatch(sent);
  const keepWatching = {
    id: 'presale.watch',
    label: isWatching ? 'Stop watching' : 'Keep watching',
    keywords: ['repeat', 'notify'],
    run: () => setOn(!isWatching),
  };
  useCommands([
    ...(canSearch ? [start] : []),
    ...(sent && unknown === null ? [keepWatching] : []),
    ...(activeIds.length > 0 ? [selectAll] : []),
    { id: 'presale.reset', label: 'Reset search', keywords: ['defaults'], run: onReset },
  ]);
}

/** The search form; its buttons stay visible. */
export function SearchPane({ form, mailboxes, activeIds, isSearching, onReset }: SearchPaneProps) {
  const reasonId = useId();
  const { values, messages, reason, change } = form;
  const sent = useTabSearch(sentSearchOf);
  useSearchCommands({ form, activeIds, isSearching, onReset });
  return (
    <Form
      form={form}
      label="Search mailboxes"
      className="flex min-h-0 flex-col border-r border-border bg-bg max-lg:border-r-0 max-lg:border-b"
    >
      <div className="min-h-0 flex-1 overflow-y-auto max-lg:overflow-visible">
        <Section title="Search Configuration">
          <PeriodFields form={form} />
        </Section>
        <Section title="Search Keywords">
          <KeywordFields
            words={values.searchKeywords}
            fault={messages.searchKeywords}
            onChange={(searchKeywords) => change({ searchKeywords })}
          />
        </Section>
        <MailboxPicker
          mailboxes={mailboxes}
          selected={values.selectedImapAccounts}
          onChange={(selectedImapAccounts) => change({ selectedImapAccounts })}
        />
        <Section title="Code Pattern Requirements">
          <PatternFields form={form} />
        </Section>
        <Section title="Additional Filters">
          <FilterFields form={form} />
        </Section>
      </div>
      <div className="flex-none border-t border-border bg-bg px-5 py-3 max-lg:sticky max-lg:bottom-0 max-md:px-3.5">
        <KeepWatching search={sent} />
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            className="grow"
            busy={isSearching}
            aria-disabled={reason !== null || isSearching}
            onBlockedClick={form.validate}
            aria-describedby={reason === null ? undefined : reasonId}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            icon={<Search />}
          >
            {isSearching ? 'Searching...' : 'Search Presale Codes'}
          </Button>
          <Button onClick={onReset}>Reset</Button>
        </div>
        {reason === null || isSearching ? null : (
          <div className="mt-1.5">
            <BlockedReason id={reasonId}>{reason}</BlockedReason>
          </div>
        )}
      </div>
    </Form>
  );
}
