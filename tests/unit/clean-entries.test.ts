import { describe, expect, test } from 'vitest';
import { parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';
import { newImapAccount } from '../../shared/mailboxes/schema.ts';
import { parseAccounts } from '../../shared/pasted-accounts/parse-accounts.ts';
import { addEventsRequest, priceEventRequest } from '../../shared/price-monitor/schema.ts';
import { newProfile } from '../../shared/profiles/schema.ts';
import { splitRequest } from '../../shared/profiles/split.ts';
import {
  addCategoryAccountsRequest,
  insertQueueRequest,
  renameCategoryRequest,
} from '../../shared/queues/schema.ts';

const MARKS = (text: string) => `\u200b\ufeff ${text}\u00ad\u2069 `;
const TYPE = 'verified_fan' as const;

describe('invisible characters are removed from', () => {
  test.each<[string, () => unknown, string]>([
    [
      'a pasted account',
      () => parseAccounts(MARKS('zoe\u0308@x.test')).accounts[0],
      'zo\u00eb@x.test',
    ],
    [
      'a pasted mailbox',
      () => parseMailboxes(MARKS('ann@gmail.com:secret'), [])[0]?.mailbox?.user,
      'ann@gmail.com',
    ],
    [
      'a sent account',
      () =>
        addCategoryAccountsRequest.parse({
          type: TYPE,
          category_name: 'Gold',
          accounts: [MARKS('“ann@x.test”')],
        }).accounts[0],
      'ann@x.test',
    ],
    [
      'an account of a sent queue',
      () =>
        insertQueueRequest.parse({
          type: TYPE,
          queue_id: 'q',
          queue_total: 9,
          queue_date: '2026-11-27',
          accounts: [{ account_name: MARKS('ann@x.test'), position: 1 }],
        }).accounts[0]?.account_name,
      'ann@x.test',
    ],
    [
      'the id of a queue',
      () =>
        insertQueueRequest.parse({
          type: TYPE,
          queue_id: MARKS('q-1'),
          queue_total: 9,
          queue_date: '2026-11-27',
          accounts: [{ account_name: 'ann@x.test', position: 1 }],
        }).queue_id,
      'q-1',
    ],
    [
      'the name of a category',
      () =>
        renameCategoryRequest.parse({
          type: TYPE,
          old_category_name: 'Gold',
          new_category_name: MARKS('Zoe\u0308'),
        }).new_category_name,
      'Zo\u00eb',
    ],
    [
      'the address of an event',
      () => priceEventRequest.parse({ url: MARKS('<https://x.test/1>') }).url,
      'https://x.test/1',
    ],
    [
      'addresses and tags of a list',
      () => {
        const targets = [{ url: MARKS('https://x.test/1'), tags: [MARKS('floor')] }];
        const [target] = addEventsRequest.parse({ targets, tags: [] }).targets;
        return `${target?.url} ${target?.tags.join()}`;
      },
      'https://x.test/1 floor',
    ],
    [
      'the address of a mailbox',
      () =>
        newImapAccount.parse({
          user: MARKS('ann@x.test'),
          host: 'imap.x.test',
          port: 993,
          password: 'p',
        }).user,
      'ann@x.test',
    ],
    [
      'a profile',
      () =>
        newProfile.parse({
          profile_name: 'P1',
          name: MARKS('Zoe\u0308 Łuk'),
          card_number: '4111111111111111',
        }).name,
      'Zo\u00eb Łuk',
    ],
    [
      'a corrected part of an address',
      () => splitRequest.parse({ street: MARKS('Oak St') }).street,
      'Oak St',
    ],
  ])('%s', (_, read, text) => expect(read()).toBe(text));
});

test.each(['ann@x.test:secret-1', 'ann@x.test|secret-1', 'secret-1:ann@x.test', '“ann@x.test”:s'])(
  'the server refuses %j as the browser does, and does not repeat the text beside the address',
  (text) => {
    const sent = addCategoryAccountsRequest.safeParse({
      type: TYPE,
      category_name: 'Gold',
      accounts: [text],
    });
    expect(sent.success).toBe(false);
    expect(JSON.stringify(sent.error?.issues)).not.toContain('secret');
    expect(parseAccounts(text).accounts).toEqual([]);
  },
);
