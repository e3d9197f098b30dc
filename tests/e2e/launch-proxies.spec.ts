import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { findChromium } from '../../scripts/checks/system-programs.ts';
import { findFreePort, readStatus, waitUntil } from '../../scripts/launch/network.ts';
import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { addOperator } from '../../worker/features/account/operators.ts';
import { operator, operatorVariables } from './operator.ts';
import { makeFolder, type Product, removeFolder, startProduct } from './product.ts';

/** The name in the configurations of docs/deploy. */
const NAME = 'desk.example.org';

interface Proxy {
  origin: string;
  /** Makes the proxy read its configuration again. */
  reload(): void;
  stop(): void;
}

let folder: string;
let product: Product;
let browser: Browser;
const proxies: Record<string, Proxy> = {};

test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** A certificate for {@link NAME}, as `cert.pem` and `key.pem` of the folder. */
function makeCertificate(): void {
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', ...options, ...names, ...files], { stdio: 'ignore' });
}

async function startProxy(command: string[], port: number): Promise<Proxy> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const ended = new Promise<string>((resolve) =>
    child.once('close', () => resolve(`${program} ended: ${output}`)),
  );
  // Node does not trust its certificate, so a connection is enough.
  const answers = async () => (await readStatus(`http://127.0.0.1:${port}`)) > 0;
  await waitUntil(program, answers, ended, 20_000);
  return {
    origin: `https://${NAME}:${port}`,
    reload: () => child.kill('SIGHUP'),
    stop: () => child.kill(),
  };
}

/**
 * Writes the configuration of the docs with another port and certificate.
 * @param limit of bodies; nginx's own unless given
 */
async function writeNginx(port: number, limit?: string): Promise<void> {
  const site = (await readFile('docs/deploy/nginx.conf', 'utf8'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/(?:fullchain|privkey)\.pem/g, (path) =>
      join(folder, path.endsWith('fullchain.pem') ? 'cert.pem' : 'key.pem'),
    )
    .replace('client_max_body_size 32m;', limit ? `client_max_body_size ${limit};` : '')
    .replace('127.0.0.1:8787', `127.0.0.1:${product.port}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // If root started it, it would write long bodies as another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr;
    events {}
    http { ${paths.join(' ')} ${site} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
}

async function startNginx(port: number): Promise<Proxy> {
  await writeNginx(port);
  return startProxy(['nginx', '-p', folder, '-c', join(folder, 'nginx.conf')], port);
}

async function startCaddy(port: number): Promise<Proxy> {
  const site = (await readFile('docs/deploy/Caddyfile', 'utf8'))
    .replace(`${NAME} {`, `https://${NAME}:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
    .replace('127.0.0.1:8787', `127.0.0.1:${product.port}`);
  const main = `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
  const file = join(folder, 'Caddyfile');
  await writeFile(file, main);
  return startProxy(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], port);
}

test.beforeAll(async () => {
  folder = await makeFolder();
  makeCertificate();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const ports = [await findFreePort(), await findFreePort()];
  const addresses = ports.map((port) => `https://${NAME}:${port}`);
  product = await startProduct({
    dataDir,
    variables: {
      ...operatorVariables,
      PUBLIC_URL: addresses.join(','),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  await product.ready;
  process.env.DATA_DIR = dataDir;
  expect(product.output()).toContain(`Address      ${addresses.join(', ')}`);
  proxies.nginx = await startNginx(ports[0] ?? 0);
  proxies.Caddy = await startCaddy(ports[1] ?? 0);
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP ${NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
});

test.afterAll(async () => {
  await browser?.close();
  for (const proxy of Object.values(proxies)) proxy.stop();
  await product?.stop();
  await removeFolder(folder);
});

/** A device with a fingerprint reader that always accepts. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
}

/** The time until a presale search answers with its first event, in milliseconds. */
async function firstEventMs(page: Page, mailbox: number): Promise<number> {
  const search = {
    search_keywords: ['lanterns'],
    imap_account_ids: [mailbox],
    code_length_min: 4,
    search_hours: 24,
  };
  return page.evaluate(async (body) => {
    const startedAt = performance.now();
    const answer = await fetch('/api/presale-codes/search', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body,
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    const ms = performance.now() - startedAt;
    await reader?.cancel();
    return answer.ok ? ms : Number.NaN;
  }, JSON.stringify(search));
}

/** The id of a new mailbox of the simulator. */
async function addMailbox(page: Page): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const url = `${product.origin}/api/imap-accounts`;
  const user = `${crypto.randomUUID()}@simulator.test`;
  const data = { ...SIMULATED_MAIL_SERVER, user, password: 'simulated', is_active: true };
  const added = await page.request.post(url, { headers, data });
  expect(added.ok(), await added.text()).toBe(true);
  const { accounts } = await (await page.request.get(url, { headers })).json();
  return accounts.find((account: { user: string }) => account.user === user).id;
}

/**
 * Uploads 100,000 positions, in calls that nginx accepts with its default limit of 1 MB. With a
 * lower limit, the file shows the reason, and Retry uploads it once the limit is raised.
 */
async function uploadQueue(page: Page, nginx: Proxy): Promise<void> {
  const port = Number(new URL(nginx.origin).port);
  await writeNginx(port, '100k');
  nginx.reload();
  await page.goto('/vf-queues-tool');
  const rows = Array.from({ length: 100_000 }, (_, n) => `account.${n}@mail.test,large,${n + 1}`);
  const buffer = Buffer.from(['Id,QueueId,Place', ...rows].join('\n'));
  const file = { name: 'large.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('Choose CSV files').last().setInputFiles(file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(
    page.getByText('The proxy in front of this desk refuses calls of this size').first(),
  ).toBeVisible();
  await writeNginx(port);
  nginx.reload();
  const retry = page.getByRole('button', { name: /^Retry/ }).first();
  const uploaded = page.getByText('Queue "large" uploaded with 100,000 accounts.').first();
  // The connection may still belong to the earlier configuration.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(uploaded).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

for (const name of ['nginx', 'Caddy']) {
  test(`behind ${name} an operator signs in, gets live updates and adds a passkey`, async () => {
    // The passkey of one test must not be requested in the other, because both proxies have the
    // same name.
    const email = `${name.toLowerCase()}@desk.test`;
    const ctx = openForCommand(databaseTarget());
    await addOperator(ctx, { email, password: operator.password, mustChangePassword: false });
    const page = await browser.newPage({ baseURL: proxies[name]?.origin ?? '' });
    await addAuthenticator(page);
    await page.goto('/login?redirect=/event-price-monitoring');
    await page.getByLabel('Email or username').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Passkeys' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Current password').fill(operator.password);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Passkey added', { exact: true })).toBeVisible();
    const mailbox = await addMailbox(page);
    // The fastest one counts, because the machine may be busy.
    await expect.poll(() => firstEventMs(page, mailbox)).toBeLessThan(200);
    if (name === 'nginx' && proxies.nginx) await uploadQueue(page, proxies.nginx);
    await page.context().close();
  });
}
