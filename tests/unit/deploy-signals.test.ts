import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const MODULE = new URL('../../scripts/deploy/cloudflare.ts', import.meta.url).href;
const UPLOAD = `import { deploy } from ${JSON.stringify(MODULE)};
await deploy({ secrets: { DATA_KEY: 'not for anybody' }, variables: {}, tag: '1' });`;
/** The upload continues until the test removes the file. */
const WRANGLER = `#!/bin/sh
touch "$TMPDIR/uploading"
while [ -e "$TMPDIR/uploading" ]; do sleep 0.05; done
`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a deployment that %s during its upload removes the file of secrets',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-signal-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'wrangler'), WRANGLER, { mode: 0o755 });
    const child = spawn(process.execPath, ['--input-type=module', '--eval', UPLOAD], {
      env: { PATH: [folder, process.env.PATH].join(delimiter), TMPDIR: folder },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const listSecrets = () =>
      readdirSync(folder).filter((name) => existsSync(join(folder, name, 'secrets.json')));
    await vi.waitFor(() => expect(existsSync(join(folder, 'uploading'))).toBe(true), 20_000);
    expect(listSecrets()).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
    expect(listSecrets()).toEqual([]);
  },
);
