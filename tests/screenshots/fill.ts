import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';

/**
 * Data for the screenshots, sent through the API: deterministic, so that pictures differ only if
 * the product does.
 */

const TYPES = ['verified_fan', 'standard'];
const QUEUE_TOTAL = 60_000;
const CATEGORIES = [
  { name: 'Elite', from: 0, to: 120 },
  { name: 'Strong', from: 100, to: 420 },
  { name: 'Steady', from: 420, to: 1000 },
];
const PEOPLE = ['nico', 'chloe', 'ines', 'oskar', 'yara', 'diego', 'freya'];
const HOSTS = ['gmx.test', 'gmail.test', 'proton.test'];

const accounts = Array.from(
  { length: 1000 },
  (_, index) =>
    `${PEOPLE[index % PEOPLE.length]}.${(index * 37) % 1000}@${HOSTS[index % HOSTS.length]}`,
);

/** Better accounts first, with variation from queue to queue. */
function positionOf(index: number, queue: number): number {
  const share = 0.004 + (index / accounts.length) * 0.4;
  const swing = (1.3 - queue * 0.1) * (1 + 0.5 * Math.sin(index * 1.7 + queue * 2.3));
  return Math.max(1, Math.round(share * swing * QUEUE_TOTAL));
}

const NAMES = [
  'Mara Lindqvist',
  'Jonas Weber',
  'Chloé Martin',
  'Elena Rossi',
  'Tom Bakker',
  'Inês Costa',
];
const TOWNS = [
  ['12 bis rue de la Paix', 'Lyon', 'Auvergne-Rhône-Alpes', '69002', 'FR', '+33 1 99 00 12 34'],
  ['Hauptstraße 5a', 'Köln', 'NRW', '50667', 'DE', '+49 30 23125 014'],
  ['1600 Pennsylvania Ave NW Apt 2', 'Washington', 'DC', '20500', 'US', '+1 202-555-0143'],
] as const;

/** A test-range card number with a valid check digit. */
function testCard(prefix: string, index: number): string {
  const digits = `${prefix}${String(index + 100)}`;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Buyer profiles whose card numbers do not exist. The last two repeat a name and an address. */
const profiles = Array.from({ length: 20 }, (_, index) => {
  const name = NAMES[index % NAMES.length] ?? '';
  const [street, city, state, postal, country, phone] = TOWNS[index % TOWNS.length] ?? TOWNS[0];
  return {
    profile_name: `Buyer ${String(index + 1).padStart(2, '0')}`,
    email: `buyer${index + 1}@example.com`,
    password: null,
    address: street.replace(/\d+/, (number) => String(Number(number) + (index % 18))),
    city,
    country,
    name,
    phone,
    postal,
    state,
    card_number: testCard(index % 2 === 0 ? '424242424242' : '555555555555', index),
    card_exp_month: String((index % 12) + 1).padStart(2, '0'),
    card_exp_year: index === 7 ? '2025' : '2029',
    cvv: '123',
  };
});

/** Pages of the simulator whose prices are watched. */
const WATCHED = [
  'northern-lanterns',
  'vela-marin',
  'the-long-haul',
  'grand-tour',
  'quiet-hollow',
  'one-night-only',
  'albion-choir',
  'paper-harbour',
  'velvet-herons',
];

/** Artists of the simulator, and the period in which they are monitored, in days from today. */
const ARTISTS = [
  ['K8vZ9170000', 'Northern Lanterns', -2, 26],
  ['K8vZ9170001', 'Vela Marin', -5, null],
  ['K8vZ9170006', 'Albion Choir', 3, 10],
  ['K8vZ9170005', 'One Night Only', -20, -13],
] as const;
const dayFromNow = (days: number | null) =>
  days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Fills queues, categories, mailboxes, profiles and monitored artists. `send` posts one call and throws when it fails.
 */
export async function fill(send: (path: string, body: unknown) => Promise<unknown>): Promise<void> {
  for (const type of TYPES) {
    for (let queue = 0; queue < 6; queue += 1) {
      await send('/queues/insert', {
        type,
        queue_id: `tour-${queue + 1}`,
        queue_total: QUEUE_TOTAL,
        queue_date: `2026-11-${10 + queue}`,
        accounts: accounts.map((account_name, index) => ({
          account_name,
          position: positionOf(index, queue),
        })),
      });
    }
    for (const { name, from, to } of CATEGORIES) {
      const category = accounts.slice(from, to);
      await send('/queues/accounts', { type, category_name: name, accounts: category });
    }
  }
  for (const [user, password, is_active] of [
    ['codes@desk.test', 'simulated', true],
    ['mara@desk.test', 'simulated', true],
    ['offers@desk.test', 'refused', true],
    ['archive@desk.test', 'simulated', false],
  ]) {
    await send('/imap-accounts', { ...SIMULATED_MAIL_SERVER, user, password, is_active });
  }
  await send('/profiles', { profiles });
  for (const [index, name] of WATCHED.entries())
    await send('/events/monitored-price-event', {
      url: `https://www.axs.com/events/${60_000 + index}/${name}`,
    });
  for (const [artist_id, artist_name, start, end] of ARTISTS) {
    const dates = { start_monitoring: dayFromNow(start), end_monitoring: dayFromNow(end) };
    await send('/events/monitored-artists', { artist_id, artist_name, ...dates });
  }
}
