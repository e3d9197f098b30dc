import { expect, test } from 'vitest';
import { findEncodedPaths } from '../../scripts/checks/file-urls.ts';

test.each([
  ['at once', "run(new URL('./a.ts', import.meta.url).pathname);", [1]],
  [
    'over several lines',
    "run(\n  new URL(\n    './a.ts',\n    import.meta.url,\n  ).pathname,\n);",
    [4],
  ],
  ['of the file itself', 'const path = new URL(import.meta.url).pathname;', [1]],
  ['of a named address', "const at = new URL('.', import.meta.url);\n\nread(at.pathname);", [3]],
  ['that is taken out', "const { pathname } = new URL('./a.ts', import.meta.url);", [1]],
  ['that is cut by hand', "const path = import.meta.url.replace('file://', '');", [1]],
  ['that is decoded', "const path = fileURLToPath(new URL('./a.ts', import.meta.url));", []],
  ['of a request', 'const { pathname } = new URL(request.url);', []],
  [
    'of a request beside a file',
    "const root = new URL('..', import.meta.url);\nroute(url.pathname);",
    [],
  ],
])('a path %s is recognised', (_, text, lines) => {
  expect(findEncodedPaths(text)).toEqual(lines);
});
