import { expect, test } from 'vitest';
import { pageHeaders } from '../../worker/http/security-headers.ts';

const policyOf = (headers: Record<string, string>) =>
  new Map(
    (headers['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );

test('pages run only their own scripts: no inline scripts, and none of other hosts', () => {
  const policy = policyOf(pageHeaders());
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('connect-src')).toEqual(["'self'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
});

test('only pictures may come from elsewhere, from named hosts over https', () => {
  const policy = policyOf(pageHeaders());
  for (const [name, sources] of policy) {
    const foreign = sources.filter((source) => source.includes('//'));
    if (name !== 'img-src') expect(foreign).toEqual([]);
    for (const source of foreign) expect(source).toMatch(/^https:\/\/[a-z\d.-]+$/);
  }
});

test('a local stand-in for the providers may be allowed as a source of pictures', () => {
  const policy = policyOf(pageHeaders(['http://127.0.0.1:9000']));
  expect(policy.get('img-src')).toContain('http://127.0.0.1:9000');
});

test('every header has one line', () => {
  for (const value of Object.values(pageHeaders())) expect(value).not.toMatch(/[\r\n]/);
});
