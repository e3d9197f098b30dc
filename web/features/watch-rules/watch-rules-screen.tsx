import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pick } from '../../../shared/pick.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import type { WatchRule } from '../../../shared/watch-rules/schema.ts';
import { AddButton } from '../../kit/add-button.tsx';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { Screen } from '../../kit/screen.tsx';
import { Time } from '../../kit/time.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { HeadCell, Missing, Table, TableFooter } from '../../ui/table.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { countQuery, deleteRule, setActive, watchRulesQuery } from './queries.ts';

const RuleDialog = latePart(() => import('./rule-dialog.tsx'), 'RuleDialog');

const NEW = 'New rule';

const deletionOf = ({ id, name }: WatchRule): Question => ({
  title: `Delete "${name}"?`,
  text: 'What it has notified of stays in the bell. This action cannot be undone.',
  confirmLabel: 'Delete rule',
  busyLabel: 'Deleting...',
  run: () => deleteRule(id),
  done: 'Watch rule deleted',
  failure: tryAgain('Failed to delete the watch rule'),
});

/** Watch Rules: the events of the catalogues about which the desk sends notifications. */
export function WatchRulesScreen() {
  const query = useQuery(watchRulesQuery);
  const [question, ask] = useQuestion();
  const [edited, setEdited] = useState<WatchRule | 'new' | null>(null);
  const add = () => setEdited('new');
  return (
    <Screen
      title="Watch Rules"
      context={query.data && countOf(query.data.length, 'rule')}
      layout="fixed"
      actions={<AddButton id="watch-rules.add" label={NEW} keywords={['artists']} run={add} />}
    >
      <QueryView
        query={query}
        loadingLabel="Loading watch rules..."
        failure="Failed to load the watch rules"
      >
        {(rules) =>
          rules.length === 0 ? (
            <EmptyState
              title="No watch rules"
              className="flex-1"
              actions={
                <Button variant="primary" icon={<Plus />} onClick={add}>
                  {NEW}
                </Button>
              }
            >
              Paste your artists, or choose countries, cities and venues. A rule notifies of new
              events, presales and moved sales in the catalogues that are on.
            </EmptyState>
          ) : (
            <RuleTable
              rules={rules}
              onEdit={setEdited}
              onDelete={(rule) => ask(deletionOf(rule))}
            />
          )
        }
      </QueryView>
      <TableFooter>
        <span>
          Each rule sends one notification for each fact, and none at the first reading of a
          country.
        </span>
        <Link to="/settings" search={{ section: 'catalogues' }} className={textLinkClass}>
          Catalogues
        </Link>
      </TableFooter>
      {edited === null ? null : (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {question}
    </Screen>
  );
}

interface RuleTableProps {
  rules: readonly WatchRule[];
  onEdit: (rule: WatchRule) => void;
  onDelete: (rule: WatchRule) => void;
}

function RuleTable({ rules, onEdit, onDelete }: RuleTableProps) {
  const change = useMutation({
    scope: { id: 'watch-rules' },
    mutationFn: ({ rule, isActive }: { rule: WatchRule; isActive: boolean }) =>
      setActive(rule.id, isActive),
    onError: toastFailure(tryAgain('Failed to save the watch rule')),
  });
  const now = useNow();
  return (
    <Table label="Watch rules">
      <thead>
        <tr>
          <HeadCell>Rule</HeadCell>
          <HeadCell className="max-md:hidden">Artists</HeadCell>
          <HeadCell className="max-md:hidden">Where</HeadCell>
          <HeadCell className="max-xl:hidden">Opens within</HeadCell>
          <HeadCell align="right">Match today</HeadCell>
          <HeadCell className="max-md:hidden">Last told</HeadCell>
          <HeadCell>Active</HeadCell>
          <HeadCell align="right">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            now={now}
            onSwitch={(isActive) => change.mutate({ rule, isActive })}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RuleRowProps {
  rule: WatchRule;
  now: number;
  onSwitch: (isActive: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function RuleRow({ rule, now, onSwitch, onEdit, onDelete }: RuleRowProps) {
  const { name, artists, opens_within_hours: hours, told_at } = rule;
  return (
    <tr className={rule.is_active ? undefined : 'text-text-muted'}>
      <td className="w-full max-w-0 truncate font-medium" title={name}>
        {name}
      </td>
      <td className="max-md:hidden">
        {artists.length === 0 ? <Missing>All artists</Missing> : countOf(artists.length, 'artist')}
      </td>
      <td className="max-md:hidden">
        <Where rule={rule} />
      </td>
      <td className="tn max-xl:hidden">
        {hours === null ? <Missing>Any time</Missing> : `${formatNumber(hours)} h`}
      </td>
      <td className="tn" data-align="right">
        <MatchesToday rule={rule} />
      </td>
      <td className="tn max-md:hidden">
        {told_at === null ? <Missing>Never</Missing> : <Time at={told_at} as="ago" now={now} />}
      </td>
      <td>
        <SwitchField checked={rule.is_active} onChange={onSwitch}>
          <span className="sr-only">{name}</span>
        </SwitchField>
      </td>
      <td data-align="right">
        <span className="inline-flex gap-1">
          <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
          <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={onDelete} />
        </span>
      </td>
    </tr>
  );
}

/**
 * The number of the catalogues' events that a rule matches today, whether or not it is active. Rows
 * out of view are not counted.
 */
function MatchesToday({ rule }: { rule: WatchRule }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setIsSeen(true);
      observer.disconnect();
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const { data, isError } = useQuery({
    ...countQuery(
      pick(rule, [
        ...([
          'artists',
          'countries',
          'cities',
          'venues',
          'segments',
          'opens_within_hours',
        ] as const),
      ]),
    ),
    enabled: isSeen,
  });
  const text = data === undefined ? <Missing>Counting</Missing> : formatNumber(data);
  return <span ref={place}>{isError ? <Missing>Not counted</Missing> : text}</span>;
}

/** Flags, and the first of the other places. */
function Where({ rule }: { rule: WatchRule }) {
  const [first, ...others] = [...rule.cities, ...rule.venues, ...rule.segments];
  if (rule.countries.length === 0 && first === undefined) return <Missing>Everywhere</Missing>;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {rule.countries.map((country) => (
        <span key={country} title={countryName(country)}>
          <Flag code={country} />
          <span className="sr-only">{countryName(country)}</span>
        </span>
      ))}
      {first === undefined ? null : (
        <span className="truncate">
          {first}
          {others.length > 0 ? ` and ${others.length} more` : ''}
        </span>
      )}
    </span>
  );
}
