import { clsx } from 'clsx';
import { CircleAlert, Copy, Eye, EyeOff, Timer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile } from '../../../shared/profiles/schema.ts';
import { isExpired } from '../../../shared/profiles/schema.ts';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { HistoryButton } from '../../kit/history.tsx';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Email } from '../../ui/email.tsx';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Missing } from '../../ui/table.tsx';
import type { Reveal } from './use-reveal.ts';

export interface ProfileActions {
  reveal: Reveal;
  onDelete: (profile: Profile) => void;
}

interface PartProps extends ProfileActions {
  profile: Profile;
}

/** The columns of the compact list, and its fold on small screens. */
export function profileColumns(actions: ProfileActions) {
  const columns = gridColumns<Profile, never>(
    [],
    {},
    {
      profile: {
        label: 'Profile',
        width: 'minmax(110px, 1fr)',
        isFixed: true,
        title: ({ profile_name }) => profile_name,
        cell: ({ profile_name }) => (
          <span className="block truncate font-medium">{profile_name}</span>
        ),
      },
      name: { label: 'Name', width: 'minmax(110px, 1fr)', cell: ({ name }) => name },
      email: {
        label: 'Email',
        width: 'minmax(140px, 1.2fr)',
        from: 900,
        cell: ({ email }) => (email === null ? <Missing /> : <Email address={email} />),
      },
      city: {
        label: 'City',
        width: 'minmax(96px, 0.8fr)',
        from: 760,
        cell: (profile) => <Place profile={profile} />,
      },
      phone: { label: 'Phone', width: '138px', from: 1060, cell: ({ phone }) => phone },
      card: {
        label: 'Card',
        width: '196px',
        cell: (profile) => <Card profile={profile} {...actions} />,
      },
      expiry: {
        label: 'Expiry',
        width: '68px',
        align: 'right',
        cell: (profile) => <Expiry profile={profile} />,
      },
      added: {
        label: 'Added',
        width: '84px',
        align: 'right',
        from: 900,
        cell: ({ created_at }) => formatDate(created_at),
      },
      note: { label: 'Note', width: '108px', cell: (profile) => <Note profile={profile} /> },
      actions: {
        label: 'Actions',
        header: 'hidden',
        width: '60px',
        isFixed: true,
        cell: (profile) => <Buttons profile={profile} {...actions} />,
      },
    },
  );
  const fold = {
    below: 660,
    height: 56,
    render: (profile: Profile): ReactNode => (
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-1">
        <span className="truncate font-medium">{profile.profile_name}</span>
        <Note profile={profile} />
        <Buttons profile={profile} {...actions} />
        <span className="col-span-2 truncate text-xs text-text-muted">{profile.name}</span>
        <span className="col-start-3 text-xs">
          <Expiry profile={profile} />
        </span>
        <span className="col-span-3 text-xs">
          <Card profile={profile} {...actions} />
        </span>
      </div>
    ),
  };
  return { columns, fold };
}

interface ProfileCardProps extends PartProps {
  isSelected: boolean;
  isAtCursor: boolean;
  onTouch: (id: string, isRange: boolean) => void;
}

/** A profile as a card, with all of its fields. */
export function ProfileCard(props: ProfileCardProps) {
  const { profile, reveal, isSelected, isAtCursor, onTouch } = props;
  const shown = reveal.profile?.id === profile.id ? reveal.profile : null;
  return (
    <article
      aria-label={profile.profile_name}
      className={clsx(
        'min-w-0 rounded-lg border bg-surface',
        isSelected
          ? 'border-accent bg-surface-selected ring-1 ring-accent'
          : 'border-border-strong',
        isAtCursor && 'outline-2 outline-offset-2 outline-focus',
      )}
    >
      <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 pt-2.5">
        <Checkbox
          checked={isSelected}
          tabIndex={-1}
          aria-label={`Select ${profile.profile_name}`}
          onClick={(event) => onTouch(String(profile.id), event.shiftKey)}
        />
        <h2 className="truncate text-md font-semibold" title={profile.profile_name}>
          {profile.profile_name}
        </h2>
        <Buttons {...props} />
        <p className="col-span-2 col-start-2 truncate text-xs text-text-muted">{profile.name}</p>
      </header>
      <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-y-0.5 px-3 pt-1.5 pb-2.5 text-xs">
        <Fact label="Email">
          {profile.email === null ? <Missing /> : <Email address={profile.email} />}
        </Fact>
        <Fact label="Address" title={profile.address}>
          {profile.address || <Missing />}
        </Fact>
        <Fact label="" title={`${profile.postal} ${profile.city}, ${profile.state}`}>
          <Place profile={profile} isWhole />
        </Fact>
        <Fact label="Phone">{profile.phone || <Missing />}</Fact>
        <Fact label="Card">
          <Card {...props} />
        </Fact>
        <Fact label="Expiry">
          <Expiry profile={profile} />
          <span className="ml-3 text-text-muted">CVV</span>{' '}
          <span className="mono">{shown ? shown.cvv || 'None' : '•••'}</span>
        </Fact>
        <Fact label="Password">
          {profile.has_password ? (
            <span className="mono">{shown?.password ?? '••••••••'}</span>
          ) : (
            <Missing />
          )}
        </Fact>
      </dl>
      <footer className="flex min-h-9 items-center justify-between gap-2 border-t border-border px-3 text-xs text-text-muted">
        {shown ? (
          <>
            <span className="tn inline-flex items-center gap-1.5 text-warning-text">
              <Timer className="size-3.5" />
              Hides in {reveal.secondsLeft} s
            </span>
            <span>View is logged</span>
          </>
        ) : (
          <>
            <span className="tn">Added {formatDate(profile.created_at)}</span>
            <Note profile={profile} />
          </>
        )}
      </footer>
    </article>
  );
}

interface FactProps {
  /** Empty for a second line of the fact above. */
  label: string;
  title?: string;
  children: ReactNode;
}

function Fact({ label, title, children }: FactProps) {
  return (
    <>
      <dt className="text-text-muted">{label || <span className="sr-only">Place</span>}</dt>
      <dd className="m-0 min-w-0 truncate" title={title}>
        {children}
      </dd>
    </>
  );
}

interface PlaceProps {
  profile: Profile;
  /** Postal code and state too. */
  isWhole?: true;
}

function Place({ profile: { postal, city, state, country }, isWhole }: PlaceProps) {
  const text = isWhole ? [`${postal} ${city}`.trim(), state].filter(Boolean).join(', ') : city;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={country}>
      <Flag code={country} />
      <span className="truncate">{text || <Missing />}</span>
    </span>
  );
}

function Card({ profile, reveal }: PartProps) {
  const number = reveal.profile?.id === profile.id ? reveal.profile.card_number : null;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="mono">{number?.replace(/(.{4})(?=.)/g, '$1 ') ?? profile.card_number}</span>
      {number ? null : <span className="text-xs text-text-muted">{profile.card_brand}</span>}
    </span>
  );
}

function Expiry({ profile }: { profile: Profile }) {
  const { card_exp_month: month, card_exp_year: year } = profile;
  if (!month || !year) return <Missing />;
  const isOver = isExpired(profile, new Date());
  return (
    <span className={clsx('tn', isOver && 'text-danger-text')}>
      {month.padStart(2, '0')}/{year}
    </span>
  );
}

function Note({ profile }: { profile: Profile }) {
  if (isExpired(profile, new Date()))
    return (
      <Badge tone="danger" icon={<CircleAlert strokeWidth={2} />}>
        Card expired
      </Badge>
    );
  if (!profile.is_duplicate) return null;
  return (
    <Badge tone="warning" icon={<Copy strokeWidth={2} />}>
      Duplicate
    </Badge>
  );
}

function Buttons({ profile, reveal, onDelete }: PartProps) {
  const isShown = reveal.profile?.id === profile.id;
  return (
    <span className="flex justify-end gap-0.5">
      <HistoryButton size="xs" kind="profile" id={String(profile.id)} name={profile.profile_name} />
      <IconButton
        size="xs"
        label={`${isShown ? 'Hide' : 'Show'} the card of ${profile.profile_name}`}
        aria-pressed={isShown}
        icon={isShown ? <EyeOff /> : <Eye />}
        className={clsx(isShown && 'bg-accent-subtle text-accent-text')}
        onClick={() => reveal.toggle(profile.id)}
      />
      <IconButton
        size="xs"
        label={`Delete ${profile.profile_name}`}
        icon={<Trash2 />}
        onClick={() => onDelete(profile)}
      />
    </span>
  );
}
