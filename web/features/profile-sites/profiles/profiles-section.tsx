import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { LONGEST_SEED } from '../../../../shared/random.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import type { SiteDraft } from '../draft.ts';
import type { ProfileStock } from './profile-list.ts';

interface ProfilesSectionProps {
  draft: SiteDraft;
  stock: ProfileStock;
  /** How many are chosen; null while they are being chosen. */
  chosen: number | null;
  change: ChangeDraft<SiteDraft>;
}

/** The choice of the profiles that the file uses, and of their order. */
export function ProfilesSection({ draft, stock, chosen, change }: ProfilesSectionProps) {
  return (
    <Section
      title="Profiles"
      actions={
        <span className="tn text-xs text-text-muted">
          {chosen === null
            ? null
            : `${formatNumber(chosen)} of ${formatNumber(stock.count)} chosen`}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {stock.count === 0 ? (
          <p className="text-text-muted">
            There are no profiles yet.{' '}
            <Link to="/profiles" className={textLinkClass}>
              Import profiles
            </Link>
          </p>
        ) : null}
        <Field label="Search">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="Name, city or email"
              prefix={<Search />}
              value={draft.search}
              onChange={(event) => change({ search: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-2.5">
          <Field label="Country">
            {(control) => (
              <Select
                {...control}
                value={draft.country}
                options={[{ value: '', label: 'All countries' }, ...stock.countries]}
                onChange={(event) => change({ country: event.target.value })}
              />
            )}
          </Field>
          <Field label="Order">
            {(control) => (
              <Select
                {...control}
                value={draft.order}
                options={[
                  { value: 'listed', label: 'In order' },
                  { value: 'shuffled', label: 'Shuffled' },
                ]}
                onChange={(event) =>
                  change({ order: event.target.value === 'shuffled' ? 'shuffled' : 'listed' })
                }
              />
            )}
          </Field>
        </div>
        {draft.order === 'shuffled' ? (
          <Field label="Seed" hint="The same seed gives the same order.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={LONGEST_SEED}
                value={draft.seed}
                onChange={(event) => change({ seed: event.target.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
    </Section>
  );
}
