import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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

test('the backup of the unit is one that the command takes', () => {
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

test('what the service writes is in its state folder', () => {
  const unit = readFileSync(`${FOLDER}boxoffice-desk.service`, 'utf8');
  expect(unit).toContain('ProtectSystem=strict');
  expect(unit).toMatch(/^StateDirectory=boxoffice-desk$/m);
  expect(unit).toContain('DATA_DIR=/var/lib/boxoffice-desk');
});
