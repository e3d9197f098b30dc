import { describe, expect, test } from 'vitest';
import { workerVariables } from '../../scripts/launch/services/worker.ts';
import { planProviders, readSettings } from '../../scripts/launch/settings.ts';

const SIMULATOR = 'http://127.0.0.1:4000';
const OTHER = 'http://127.0.0.1:5000/discovery/v2';

function plan(variables: Record<string, string>) {
  const providers = planProviders(readSettings(variables));
  const origin = providers.mode === 'simulated' ? SIMULATOR : undefined;
  return { mode: providers.mode, worker: providers.variables(origin) };
}

describe('providers', () => {
  test.each([
    ['nothing set', {}, 'simulated', `${SIMULATOR}/discovery/v2`, 'simulated'],
    ['a key', { TICKETMASTER_API_KEY: 'k' }, 'live', undefined, 'k'],
    [
      'a key and an address',
      { TICKETMASTER_API_KEY: 'k', TICKETMASTER_API_URL: `${OTHER}/` },
      'live',
      OTHER,
      'k',
    ],
    ['an address alone', { TICKETMASTER_API_URL: OTHER }, 'simulated', OTHER, 'simulated'],
    [
      'a key, and simulated set',
      { TICKETMASTER_API_KEY: 'k', PROVIDERS: 'simulated' },
      'simulated',
      `${SIMULATOR}/discovery/v2`,
      'k',
    ],
    [
      'an address, and simulated set',
      { TICKETMASTER_API_URL: OTHER, PROVIDERS: 'simulated' },
      'simulated',
      `${SIMULATOR}/discovery/v2`,
      'simulated',
    ],
    ['live set without a key', { PROVIDERS: 'live' }, 'live', undefined, undefined],
    [
      'an empty key',
      { TICKETMASTER_API_KEY: ' ' },
      'simulated',
      `${SIMULATOR}/discovery/v2`,
      'simulated',
    ],
  ])('with %s', (_name, variables, mode, address, key) => {
    const planned = plan(variables);
    expect(planned.mode).toBe(mode);
    expect(planned.worker.PROVIDERS).toBe(mode);
    expect(planned.worker.TICKETMASTER_API_URL).toBe(address);
    expect(planned.worker.TICKETMASTER_API_KEY).toBe(key);
  });

  test('a contact is passed on, also under its former name; the simulator needs none', () => {
    expect(plan({}).worker.PROVIDER_CONTACT).toBe('operator@simulated.example');
    expect(plan({ PROVIDERS: 'live' }).worker.PROVIDER_CONTACT).toBeUndefined();
    const live = { PROVIDERS: 'live', WIKIMEDIA_CONTACT: 'ops@desk.test' };
    expect(plan(live).worker.PROVIDER_CONTACT).toBe('ops@desk.test');
  });

  test('the simulator is added to the hosts whose pages may be read', () => {
    expect(plan({ PAGE_HOSTS: 'example.org' }).worker.PAGE_HOSTS).toBe(
      'example.org,127.0.0.1:4000',
    );
    const hosts = plan({}).worker.PAGE_HOSTS?.split(',');
    expect(hosts).toContain('ticketmaster.com');
    expect(hosts).toContain('127.0.0.1:4000');
  });
});

describe('variables', () => {
  test('a refused secret is not repeated in the message', () => {
    expect(() => readSettings({ OPERATOR_PASSWORD: 'hunter2' })).toThrow(
      'OPERATOR_PASSWORD cannot be used: A password must have 12 to 1024 characters.',
    );
    expect(() => readSettings({ TICKETMASTER_API_KEY: 'line\nbreak' })).toThrow(
      'TICKETMASTER_API_KEY must be one line.',
    );
  });

  test.each([
    ['http://127.0.0.1:8080', {}, true],
    ['http://localhost:8080', {}, true],
    ['https://db.example.org', { LIBSQL_AUTH_TOKEN: 't' }, true],
    ['libsql://db.example.org', { LIBSQL_MIGRATE_TOKEN: 't' }, true],
    ['libsql://db.example.org?authToken=t', {}, true],
    ['http://db.example.org', {}, false],
    ['http://10.0.0.5:8080', {}, false],
    ['libsql://db.example.org?tls=0', {}, false],
    ['http://db.example.org', { LIBSQL_ALLOW_HTTP: '1', LIBSQL_AUTH_TOKEN: 't' }, true],
  ])('the database %s with %o is accepted: %o', (LIBSQL_URL, more, isAccepted) => {
    const read = () => readSettings({ LIBSQL_URL, ...more });
    if (isAccepted) expect(read().LIBSQL_URL).toBe(LIBSQL_URL);
    else expect(read).toThrow('LIBSQL_URL must be https or libsql for a server on another machine');
  });

  test.each(['https://db.example.org', 'libsql://10.0.0.5:8080', 'http://10.0.0.5'])(
    'the database %s is refused without a token',
    (LIBSQL_URL) => {
      expect(() => readSettings({ LIBSQL_URL, LIBSQL_ALLOW_HTTP: '1' })).toThrow(
        /^LIBSQL_URL needs LIBSQL_AUTH_TOKEN for a server on another machine: .*everything\.$/,
      );
    },
  );

  test('a replica must be as secure as its primary', () => {
    const read = (LIBSQL_REPLICA_URL: string) => () =>
      readSettings({ LIBSQL_AUTH_TOKEN: 't', LIBSQL_REPLICA_URL });
    expect(read('https://replica.example.org')().LIBSQL_REPLICA_URL).toBeDefined();
    expect(read('http://replica.example.org')).toThrow(/^LIBSQL_REPLICA_URL must be https/);
    expect(read('replica')).toThrow(/^LIBSQL_REPLICA_URL must be an http, https or libsql/);
  });

  test.each([
    ['https://desk.example.org', ['https://desk.example.org']],
    [
      'https://Desk.example.org:443/, http://localhost:9000',
      ['https://desk.example.org', 'http://localhost:9000'],
    ],
    ['https://bücher.example', ['https://xn--bcher-kva.example']],
    ['http://desk.example.org', null],
    ['desk.example.org', null],
    ['https://desk.example.org/desk', null],
    ['https://operator@desk.example.org', null],
    ['https://desk.example.org, ftp://desk.example.org', null],
    [',', null],
  ])('the public addresses %s are read as %o', (PUBLIC_URL, addresses) => {
    const read = () => readSettings({ PUBLIC_URL }).PUBLIC_URL;
    if (addresses !== null) expect(read()).toEqual(addresses);
    else expect(read).toThrow('PUBLIC_URL must be a comma list of https addresses without a path');
  });

  test.each([
    ['127.0.0.1', true],
    ['10.0.0.0/8, ::1, fd00::/8', true],
    ['localhost', false],
    ['10.0.0.0/33', false],
  ])('the trusted proxies %s are accepted: %o', (TRUSTED_PROXIES, isAccepted) => {
    const read = () => readSettings({ TRUSTED_PROXIES });
    if (isAccepted) expect(read).not.toThrow();
    else expect(read).toThrow('TRUSTED_PROXIES must be a comma list of addresses or networks');
  });

  test('the defaults are those of the launch contract', () => {
    expect(readSettings({})).toEqual({
      PORT: 8787,
      DATA_DIR: '.data',
      OPERATOR_EMAIL: 'operator@localhost',
    });
  });
});

describe('the Worker of a start', () => {
  const variablesOf = (given: Record<string, string>) => {
    const settings = readSettings(given);
    return workerVariables({
      settings,
      providers: planProviders(settings),
      folder: { secrets: { TOKEN_SECRET: 'a', DATA_KEY: 'b' } },
      libsqlUrl: 'http://127.0.0.1:4000',
      libsqlAuthToken: 'its own token',
      simulatorOrigin: SIMULATOR,
    });
  };

  test('takes the address of a client from no header, unless one is named', () => {
    expect(variablesOf({}).CLIENT_ADDRESS_HEADER).toBe('none');
    const behindProxy = variablesOf({ CLIENT_ADDRESS_HEADER: 'X-Real-IP' });
    expect(behindProxy.CLIENT_ADDRESS_HEADER).toBe('X-Real-IP');
  });

  test('uses the name of this machine, unless PUBLIC_URL names other addresses', () => {
    expect(variablesOf({ PORT: '9000' })).toMatchObject({
      LOCAL_ONLY: '1',
      PUBLIC_URL: 'http://localhost:9000',
      TRUSTED_PROXIES: '',
    });
    expect(
      variablesOf({
        PUBLIC_URL: 'https://desk.example.org/,https://b.example.org',
        TRUSTED_PROXIES: '127.0.0.1',
      }),
    ).toMatchObject({
      PUBLIC_URL: 'https://desk.example.org,https://b.example.org',
      TRUSTED_PROXIES: '127.0.0.1',
    });
  });

  test('gets neither the first password nor the token of migrations', () => {
    const variables = variablesOf({
      OPERATOR_PASSWORD: 'a phrase for the first operator',
      LIBSQL_URL: 'https://db.example.org',
      LIBSQL_MIGRATE_TOKEN: 'for changes of the schema',
    });
    expect(variables.LIBSQL_AUTH_TOKEN).toBe('its own token');
    expect(JSON.stringify(variables)).not.toMatch(/first operator|changes of the schema/);
  });
});
