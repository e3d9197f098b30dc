import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Component {
  name: string;
  version: string;
  hashes?: unknown[];
}

interface Locked {
  version: string;
}

const FOLDER = 'node_modules/';
const nameOf = ({ name, version }: Component) => `${name}@${version}`;

test('the bill of materials lists every package with its checksum, including those of other systems', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' });
  const { components, metadata }: { components: Component[]; metadata: { component: object } } =
    JSON.parse(stdout);
  expect(metadata.component).toMatchObject({ name: 'boxoffice-desk', type: 'application' });

  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const locked = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) =>
      nameOf({ name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), version }),
    );
  expect(components.map(nameOf).toSorted()).toEqual([...new Set(locked)].toSorted());
  expect(components.filter(({ hashes }) => !hashes?.length).map(nameOf)).toEqual([]);
});
