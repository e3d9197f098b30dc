import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE_VERBS } from '../../web/features/palette/page-verbs.ts';

const sources = globSync('web/features/**/*.tsx')
  .map((file) => readFileSync(file, 'utf8'))
  .join('');

test.each(PAGE_VERBS.map(({ id }) => id))('the command %s is offered by a screen', (id) => {
  expect(sources.includes(`'${id}'`) || sources.includes(`id="${id}"`)).toBe(true);
});
