import type { NewMonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import type { InsertQueueRequest } from '../../../shared/queues/schema.ts';
import { seededRandom } from '../../../shared/random.ts';
import { SIMULATED_MAIL_SERVER } from '../../../shared/scanners/protocol.ts';
import { DAY_MS, utcDay } from '../../../shared/times.ts';
import { generateUsers } from '../users/index.ts';

const FIRST_NAMES =
  'ada alba alec amir anna aria axel beth bram cara cleo cyril dana dario demi eddy elin emil enzo erin esme fay finn flora gabe gina hana hugo ida igor iris ivan jade joel june kai kira lars lena leo lily luca maya milo mina nell nico nora olga omar otto paul pia remy rosa ruth sami theo uma vera wim yara';
const SURNAMES =
  'abbott archer barlow becker bianchi brandt carter castro conti costa dahl dubois duran eriksen farrow fischer flynn garnier haas hansen holt ibarra jensen keller kerr lambert lange lopez marsh mercer moreau morris novak oakley olsen ortega palmer perrin quinn ramos reed rossi santos schmid sharp silva stone tanner vargas weber';
const CARD_PREFIXES = ['4242424242', '5555555555'];
/** This many profiles are enough to show filters, sorting and a full generator file. */
const PROFILES_PER_COUNTRY = 12;
const PRICE_PAGES = ['www.axs.com', 'www.seetickets.com', 'www.eventim.de', 'dice.fm'];
const PRICED_ARTISTS = ['northern-lanterns', 'vela-marin', 'the-long-haul', 'albion-choir'];
const PRICES = 24;
export const SAMPLE_TAG = 'sample';

/** The accounts of the sample queues, best first. Their domain is reserved for examples. */
const ACCOUNTS = SURNAMES.split(' ').flatMap((surname) =>
  FIRST_NAMES.split(' ').map((first) => `${first}.${surname}@example.com`),
);
export const SAMPLE_ACCOUNTS = shuffled(ACCOUNTS).slice(0, 3_000);

export const CATEGORIES = [
  { type: 'verified_fan', name: 'Sample Gold', accounts: SAMPLE_ACCOUNTS.slice(0, 300) },
  { type: 'verified_fan', name: 'Sample Silver', accounts: SAMPLE_ACCOUNTS.slice(300, 1_000) },
  {
    type: 'verified_fan',
    name: 'Sample Untested',
    accounts: Array.from({ length: 40 }, (_, index) => `new.account${index + 1}@example.com`),
  },
  { type: 'standard', name: 'Sample Gold', accounts: SAMPLE_ACCOUNTS.slice(0, 300) },
] as const;

/** `demand` is the popularity of the event. A higher one gives later positions. */
const QUEUES = [
  { type: 'verified_fan', id: 'sample-northern-lanterns', total: 84_000, daysAgo: 21, demand: 0.9 },
  { type: 'verified_fan', id: 'sample-vela-marin', total: 120_000, daysAgo: 12, demand: 0.6 },
  { type: 'verified_fan', id: 'sample-albion-choir', total: 36_500, daysAgo: 4, demand: 0.7 },
  { type: 'standard', id: 'sample-grand-tour', total: 58_000, daysAgo: 15, demand: 0.8 },
  { type: 'standard', id: 'sample-the-long-haul', total: 97_000, daysAgo: 6, demand: 0.5 },
] as const;

/** The sample queues of a load that started at `now`. The better an account, the lower most of its positions. */
export const makeQueues = (now: number): InsertQueueRequest[] =>
  QUEUES.map(({ type, id, total, daysAgo, demand }) => {
    const random = seededRandom(id);
    return {
      type,
      queue_id: id,
      queue_total: total,
      queue_date: utcDay(now - daysAgo * DAY_MS),
      accounts: SAMPLE_ACCOUNTS.map((account, rank) => {
        const quality = rank / SAMPLE_ACCOUNTS.length;
        const ratio = Math.min(0.002 + demand * quality ** 1.4 * (0.6 + 0.8 * random()), 1);
        return { account_name: account, position: 1 + Math.floor(ratio * (total - 1)) };
      }),
    };
  });

/** Buyer profiles of four countries, as POST /profiles takes them. No card exists: the prefixes are for tests. */
export async function makeProfiles(now: number): Promise<object[]> {
  const countries = ['US', 'GB', 'FR', 'DE'] as const;
  const people = await Promise.all(
    countries.map((country) => generateUsers(country, PROFILES_PER_COUNTRY, 'sample')),
  );
  return people.flat().map((person, index) => {
    const country = countries[Math.floor(index / PROFILES_PER_COUNTRY)];
    const random = seededRandom(`profile ${index}`);
    return {
      profile_name: `Sample ${country} ${(index % PROFILES_PER_COUNTRY) + 1}`,
      name: person.name,
      email: SAMPLE_ACCOUNTS[index],
      password: `sample-${Math.floor(random() * 1e6)}`,
      address: person.address,
      city: person.city,
      state: person.state,
      postal: person.postal,
      country,
      phone: person.phoneNumber,
      card_number: testCard(CARD_PREFIXES[index % 2] ?? '', index),
      card_exp_month: String(1 + (index % 12)).padStart(2, '0'),
      card_exp_year: String(new Date(now).getUTCFullYear() + 2),
      cvv: String(100 + Math.floor(random() * 900)),
    };
  });
}

/** A card number of a test range with a correct check digit. The first number of each range is the well-known one. */
function testCard(prefix: string, index: number): string {
  const wellKnown = { 0: '4242424242424242', 1: '5555555555554444' }[index];
  if (wellKnown !== undefined) return wellKnown;
  const digits = `${prefix}${String(index).padStart(5, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Pages that the simulator serves with moving prices. */
export const PRICE_URLS = Array.from(
  { length: PRICES },
  (_, index) =>
    `https://${PRICE_PAGES[index % PRICE_PAGES.length]}/events/${60_000 + index}/${PRICED_ARTISTS[index % 3]}`,
);

/** Mailboxes of the simulator's mail server, which fills any mailbox with newsletters. */
export const MAILBOXES = ['fanclub', 'newsletters', 'presales'].map((name) => ({
  ...SIMULATED_MAIL_SERVER,
  user: `${name}@simulator.test`,
  password: 'simulated',
}));

/** Artists of the simulator, by name. */
export const ARTISTS = ['Northern Lanterns', 'Vela Marin', 'Albion Choir', 'Rising Tide'];

/** The days in which an artist of a load that started at `now` is monitored. */
export const monitoringWindow = (
  now: number,
): Pick<NewMonitoredArtist, 'start_monitoring' | 'end_monitoring'> => ({
  start_monitoring: utcDay(now),
  end_monitoring: utcDay(now + 30 * DAY_MS),
});

function shuffled(accounts: readonly string[]): string[] {
  const random = seededRandom('sample accounts');
  return accounts
    .map((account) => ({ account, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ account }) => account);
}
