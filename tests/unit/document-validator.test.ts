import { expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { writeDocument } from '../../worker/http/api-document.ts';
import { documentValidator, type SentBody } from '../setup/document-validator.ts';

const validate = documentValidator();
const document = JSON.parse(await writeDocument(describeApi(app)));
const send = async (sent: object) => {
  const answer = await validate({ text: async () => JSON.stringify(sent) });
  return answer.json();
};

const paletteEntry = { kind: 'price', id: 'https://a.test', label: '', detail: '' };
const body = (data: unknown, more: Partial<SentBody> = {}): SentBody => ({
  method: 'get',
  path: '/api/palette',
  status: 200,
  text: JSON.stringify(data),
  ...more,
});
const search = { method: 'post', path: '/api/presale-codes/search' };

test.each([
  ['an answer', body({ success: true, data: [paletteEntry] })],
  ['a failure with a status of its own', body({ success: false, message: '' }, { status: 400 })],
  ['any other failure', body({ success: false, message: '' }, { status: 502 })],
  [
    'an event of a stream',
    body({ success: false, message: '', status: 500 }, { ...search, event: 'error' }),
  ],
])('accepts %s', async (_, sent) => {
  expect(await send({ document, bodies: [sent] })).toEqual([]);
});

test.each([
  ['a field of another type', body({ success: true, data: [{ ...paletteEntry, id: 7 }] })],
  ['a field that is missing', body({ success: true })],
  ['a failure without its message', body({ success: false }, { status: 502 })],
  ['an event of another form', body({ success: true }, { ...search, event: 'error' })],
  ['a call that is not documented', body({ success: true }, { path: '/api/none' })],
])('names %s', async (_, sent) => {
  const faults = await send({ document, bodies: [sent] });
  expect(faults).toHaveLength(1);
  expect(faults).toEqual([expect.stringContaining(`${sent.path} ${sent.status}`)]);
});
