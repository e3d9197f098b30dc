import { clsx } from 'clsx';
import { CircleAlert, Copy, Eye, EyeOff, Timer, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FullProfile, Profile } from '../../../shared/profiles/schema.ts';
import { countryCode } from '../../../shared/ticketing/view/countries.ts';
import { Card } from '../../kit/data-grid/card-grid.tsx';
import { attempt } from '../../kit/failure.ts';
import { Time } from '../../kit/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Email } from '../../ui/email.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Missing } from '../../ui/table.tsx';
import { HistoryButton } from '../audit/history-button.tsx';
import { revealProfile } from './queries.ts';

const HIDES_AFTER_S = 30;

/** The secrets of one profile at a time. */
export interface Reveal {
  /** The profile with its secrets while they are shown; null otherwise. */
  shownOf: (profile: Profile) => FullProfile | null;
  secondsLeft: number;
  toggle: (profile: Profile) => void;
}

/** Shows the secrets of a profile for 30 s, until another one is shown or the window loses the focus. */
export function useReveal(): Reveal {
  const [shown, show] = useState<FullProfile | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (shown === null) return;
    const hide = () => show(null);
    const endsAt = Date.now() + HIDES_AFTER_S * 1_000;
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1_000);
      setSecondsLeft(left);
      // After a change of the clock, the computed end may be a day away.
      if (left <= 0 || left > HIDES_AFTER_S) hide();
    }, 250);
    window.addEventListener('blur', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('blur', hide);
    };
  }, [shown]);
  const shownOf = ({ id }: Profile) => (shown?.id === id ? shown : null);
  const toggle = (profile: Profile) => {
    show(null);
    if (shownOf(profile)) return;
    attempt('The profile could not be shown', async () => {
      const revealed = await revealProfile(profile.id);
      setSecondsLeft(HIDES_AFTER_S);
      show(revealed);
    });
  };
  return { shownOf, secondsLeft, toggle };
}

export interface ProfileActions {
  reveal: Reveal;
  onDelete: (profile: Profile) => void;
}

interface PartProps extends ProfileActions {
  profile: Profile;
}

interface ProfileCardProps extends PartProps {
  isSelected: boolean;
  isAtCursor: boolean;
  onTouch: (id: string, isRange: boolean) => void;
}

/** A profile as a card, with all of its fields. */
export function ProfileCard(props: ProfileCardProps) {
  const { profile, reveal, isSelected, isAtCursor, onTouch } = props;
  const shown = reveal.shownOf(profile);
  return (
    <Card label={profile.profile_name} isSelected={isSelected} isAtCursor={isAtCursor}>
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
      <Facts className="px-3 pt-1.5 pb-2.5">
        <Fact label="Email">
          {profile.email === null ? <Missing /> : <Email address={profile.email} />}
        </Fact>
        <Fact label="Address" title={profile.address}>
          {profile.address || <Missing />}
        </Fact>
        <Fact
          label={<span className="sr-only">Place</span>}
          title={`${profile.postal} ${profile.city}, ${profile.state}`}
        >
          <Place profile={profile} isWhole />
        </Fact>
        <Fact label="Phone">{profile.phone || <Missing />}</Fact>
        <Fact label="Card">
          <CardNumber {...props} />
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
      </Facts>
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
            <span className="tn">
              Added <Time at={profile.created_at} as="day" />
            </span>
            <Note profile={profile} />
          </>
        )}
      </footer>
    </Card>
  );
}

interface PlaceProps {
  profile: Profile;
  /** The line also contains postal code and state. */
  isWhole?: true;
}

export function Place({ profile: { postal, city, state, country }, isWhole }: PlaceProps) {
  const text = isWhole ? [`${postal} ${city}`.trim(), state].filter(Boolean).join(', ') : city;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={country}>
      <span className="truncate">{text || <Missing />}</span>
      <Flag code={countryCode(country) ?? country} />
    </span>
  );
}

export function CardNumber({ profile, reveal }: PartProps) {
  const number = reveal.shownOf(profile)?.card_number;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="mono">{number?.replace(/(.{4})(?=.)/g, '$1 ') ?? profile.card_number}</span>
      {number ? null : <span className="text-xs text-text-muted">{profile.card_brand}</span>}
    </span>
  );
}

export function Expiry({ profile }: { profile: Profile }) {
  const { card_exp_month: month, card_exp_year: year } = profile;
  if (!month || !year) return <Missing />;
  return (
    <span className={clsx('tn', profile.is_expired && 'text-danger-text')}>
      {month.padStart(2, '0')}/{year}
    </span>
  );
}

export function Note({ profile }: { profile: Profile }) {
  if (profile.is_expired)
    return (
      <Badge tone="danger" icon={<CircleAlert strokeWidth={2} />}>
        Card expired
      </Badge>
    );
  if (!profile.is_duplicate) return null;
  return (
    <span title="Another profile has the same card, or the same name and address.">
      <Badge tone="warning" icon={<Copy strokeWidth={2} />}>
        Duplicate
      </Badge>
    </span>
  );
}

export function Buttons({ profile, reveal, onDelete }: PartProps) {
  const isShown = reveal.shownOf(profile) !== null;
  return (
    <span className="flex justify-end gap-0.5">
      <HistoryButton size="xs" kind="profile" id={String(profile.id)} name={profile.profile_name} />
      <IconButton
        size="xs"
        label={`${isShown ? 'Hide' : 'Show'} the card of ${profile.profile_name}`}
        aria-pressed={isShown}
        icon={isShown ? <EyeOff /> : <Eye />}
        className={clsx(isShown && 'bg-accent-subtle text-accent-text')}
        onClick={() => reveal.toggle(profile)}
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
