import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  AlarmClock,
  BellRing,
  Fingerprint,
  Gauge,
  GraduationCap,
  Info,
  KeyRound,
  LibraryBig,
  type LucideIcon,
  MonitorSmartphone,
  Stethoscope,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { healthFailure } from '../../../shared/health/schema.ts';
import { runOnceOffered } from '../../kit/keys/commands.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { parseJson } from '../../lib/json.ts';
import { StatusDot } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { scrollToItem } from '../../ui/scroll-line.ts';
import { TokensSection } from '../api-tokens/tokens-section.tsx';
import { CataloguesSection } from '../catalogues/catalogues-section.tsx';
import { LearnedSection } from '../code-memory/learned-section.tsx';
import { DoctorSection } from '../doctor/doctor-section.tsx';
import { LimitsSection } from '../limit-guard/limits-section.tsx';
import { ChannelsSection } from '../notification-channels/channels-section.tsx';
import { RemindersSection } from '../reminders/reminders-section.tsx';
import type { SettingsSearch } from './search-state.ts';

interface Section {
  /** The part of the address; the first section has none. */
  value: SettingsSearch['section'];
  label: string;
  icon: LucideIcon;
  Content: () => ReactNode;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { value: undefined, label: 'API tokens', icon: KeyRound, Content: TokensSection },
  { value: 'channels', label: 'Channels', icon: BellRing, Content: ChannelsSection },
  { value: 'reminders', label: 'Reminders', icon: AlarmClock, Content: RemindersSection },
  { value: 'catalogues', label: 'Catalogues', icon: LibraryBig, Content: CataloguesSection },
  { value: 'limits', label: 'Limits', icon: Gauge, Content: LimitsSection },
  { value: 'learned', label: 'Learned', icon: GraduationCap, Content: LearnedSection },
  { value: 'account', label: 'Account', icon: UserRound, Content: AccountSection },
  { value: 'doctor', label: 'Doctor', icon: Stethoscope, Content: DoctorSection },
  { value: 'about', label: 'About', icon: Info, Content: AboutSection },
];

/** Settings: its own navigation, and one section at a time, each with an address. */
export function SettingsScreen({ search }: { search: SettingsSearch }) {
  const { Content } = SECTIONS.find(({ value }) => value === search.section) ?? SECTIONS[0];
  const navigation = useRef<HTMLElement>(null);
  // On a telephone the sections are a line that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another section is chosen.
  useEffect(() => {
    const chosen = navigation.current?.querySelector('[aria-current=page]');
    if (navigation.current && chosen) scrollToItem(navigation.current, chosen, 'center');
  }, [search.section]);
  return (
    <Screen title="Settings" layout="fixed">
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <nav
          ref={navigation}
          aria-label="Settings"
          className="flex flex-none gap-0.5 border-border p-2.5 max-md:overflow-x-auto max-md:border-b md:w-47 md:flex-col md:border-r"
        >
          {SECTIONS.map(({ value, label, icon: Icon }) => (
            <Link
              key={label}
              to="/settings"
              search={{ section: value }}
              activeOptions={{ includeSearch: true, exact: true }}
              className={clsx(
                'flex h-7.5 flex-none items-center gap-2.25 rounded-md px-2.25 whitespace-nowrap text-text-muted hover:bg-surface-active hover:text-text max-md:h-10',
                'aria-[current=page]:bg-accent-subtle aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-accent-text',
              )}
            >
              <Icon className="size-4 flex-none max-md:hidden" />
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 flex-col overflow-auto">
          <Content />
        </div>
      </div>
    </Screen>
  );
}

/** The tasks of the account menu, whose commands open their dialogs. */
const TASKS = [
  {
    id: 'account.password',
    label: 'Change password',
    icon: KeyRound,
    text: 'All other sessions end.',
  },
  {
    id: 'account.passkeys',
    label: 'Passkeys',
    icon: Fingerprint,
    text: 'A second factor, and recovery codes.',
  },
  {
    id: 'account.sessions',
    label: 'Sessions',
    icon: MonitorSmartphone,
    text: 'Browsers in which you are signed in.',
  },
];

function AccountSection() {
  return (
    <>
      <SectionHead title="Account">Your password, passkeys and sessions.</SectionHead>
      <ul>
        {TASKS.map(({ id, label, icon, text }) => (
          <TaskRow key={id} icon={icon} label={label} text={text} run={() => runOnceOffered(id)} />
        ))}
      </ul>
    </>
  );
}

interface TaskRowProps {
  icon: LucideIcon;
  label: string;
  text: string;
  run: () => void;
}

const TaskRow = ({ icon: Icon, label, text, run }: TaskRowProps) => (
  <li className="flex items-center gap-3 border-t border-border px-5 py-2.5 max-md:px-3.5">
    <Icon className="size-4 flex-none text-text-muted" />
    <div className="min-w-0 flex-1">
      <p className="font-medium">{label}</p>
      <p className="text-xs text-text-muted">{text}</p>
    </div>
    <Button size="sm" aria-label={`Open ${label}`} onClick={run}>
      Open
    </Button>
  </li>
);

/** How often the state is read while the section is open. */
const HEALTH_EVERY_MS = 10_000;

const healthQuery = queryOptions({
  queryKey: ['settings', 'health'],
  queryFn: async ({ signal }) => {
    try {
      return await send(api.health.$get({}, { init: { signal } }));
    } catch (error) {
      // While the database cannot be reached, the failure contains the state of each part.
      const { data } = healthFailure.safeParse(
        error instanceof ApiError ? parseJson(error.body) : null,
      );
      if (data !== undefined && 'database' in data) return data;
      throw error;
    }
  },
  refetchInterval: HEALTH_EVERY_MS,
});

const SCANNER_STATES = {
  connected: { label: 'Connected', tone: 'success' },
  'not connected': { label: 'Not connected', tone: 'warning' },
  unknown: { label: 'Unknown', tone: 'warning' },
} as const;

/** The notes of a health answer, which only operators get. */
const notesOf = (health: { notes?: string[] | undefined } | object): string[] =>
  'notes' in health ? (health.notes ?? []) : [];

function AboutSection() {
  const health = useQuery(healthQuery);
  return (
    <>
      <SectionHead title="About">The parts of this desk and their state.</SectionHead>
      <div className="border-t border-border p-5 max-md:p-3.5">
        <QueryView
          query={health}
          loadingLabel="Loading the state..."
          failure="Failed to load the state"
        >
          {({ database, scanner, providers, secrets, version, schema, ...rest }) => (
            <>
              <Facts className="gap-y-1.5">
                <Fact label="Version">
                  {version} (schema {schema})
                </Fact>
                <Fact label="Database">
                  <StatusDot tone={database === 'ok' ? 'success' : 'danger'}>
                    {database === 'ok' ? 'Connected' : 'Unreachable'}
                  </StatusDot>
                </Fact>
                <Fact label="Scanner">
                  <StatusDot tone={SCANNER_STATES[scanner].tone}>
                    {SCANNER_STATES[scanner].label}
                  </StatusDot>
                </Fact>
                <Fact label="Providers">{providers === 'live' ? 'Live' : 'Simulated'}</Fact>
              </Facts>
              {secrets ? (
                <Banner
                  tone="danger"
                  title="Stored passwords and cards cannot be opened."
                  className="mt-3"
                >
                  They were sealed with another DATA_KEY: give the server the key of the
                  installation that this database comes from.
                </Banner>
              ) : null}
              {notesOf(rest).map((note) => (
                <p key={note} className="pt-2 text-xs text-text-muted">
                  {note}
                </p>
              ))}
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}
