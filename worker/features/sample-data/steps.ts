import { DomainError } from '../../../shared/errors.ts';
import { accountKey } from '../../../shared/queues/keys.ts';
import { SIMULATED_MAIL_SERVER } from '../../../shared/scanners/protocol.ts';
import type { Ctx } from '../../context/context.ts';
import {
  addMonitoredArtist,
  listMonitoredArtists,
  removeMonitoredArtist,
} from '../artist-monitor/index.ts';
import { deleteImapAccount, importMailboxes, listImapAccounts } from '../mailboxes/index.ts';
import { addEvents, listUrls, readEvent, removeEvents } from '../price-monitor/index.ts';
import { addProfiles, deleteUpload } from '../profiles/index.ts';
import {
  addCategoryAccounts,
  deleteCategory,
  deleteQueue,
  findHolders,
  listQueues,
  removeAccounts,
  summarizeCategories,
  uploadQueue,
} from '../queues/index.ts';
import { findArtists } from '../ticketing/index.ts';
import * as content from './content.ts';

/** One load: its id, and when it started. */
interface Load {
  id: string;
  startedAt: number;
}

/** Objects that are loaded, and removed, by one call of their feature. Both may run twice. */
export interface Step {
  objects: readonly string[];
  /** The objects that exist, and perhaps others. */
  existing: (ctx: Ctx) => Promise<readonly string[]>;
  /** @param objects at least one, those that belong to the sample data. */
  load: (ctx: Ctx, objects: readonly string[]) => Promise<void>;
  /** Removes the objects. @returns a sentence for each that stays because an operator changed it. */
  remove: (ctx: Ctx, objects: readonly string[]) => Promise<string[]>;
}

/** The steps of a load, in order. */
export const stepsOf = (load: Load): Step[] => [
  ...content.makeQueues(load.startedAt).map(queueStep),
  ...content.CATEGORIES.map(categoryStep),
  profilesStep(load),
  pricesStep,
  mailboxesStep,
  artistsStep(load),
];

/** Ignores an error that a repeated step expects. */
async function unless(code: DomainError['code'], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== code) throw error;
  }
}

function queueStep(queue: Parameters<typeof uploadQueue>[1]): Step {
  const { type, queue_id } = queue;
  const object = `queue ${type} ${queue_id}`;
  const find = async (ctx: Ctx) =>
    (await listQueues(ctx, type)).find((stored) => stored.queue_id === queue_id);
  return {
    objects: [object],
    existing: async (ctx) => ((await find(ctx)) ? [object] : []),
    load: async (ctx) => void (await uploadQueue(ctx, queue)),
    remove: async (ctx) => {
      const stored = await find(ctx);
      if (stored === undefined) return [];
      const isOurs =
        stored.queue_date === queue.queue_date &&
        stored.queue_total === queue.queue_total &&
        stored.accounts === queue.accounts.length;
      if (!isOurs) return [`Queue "${queue_id}" was uploaded again.`];
      await unless('not_found', deleteQueue(ctx, { type, queue_id }));
      return [];
    },
  };
}

function categoryStep({ type, name, accounts }: (typeof content.CATEGORIES)[number]): Step {
  const object = `category ${type} ${name}`;
  const find = async (ctx: Ctx) =>
    (await summarizeCategories(ctx, type)).find((category) => category.name === name);
  const ofSamples = content.CATEGORIES.filter((category) => category.type === type);
  return {
    objects: [object],
    existing: async (ctx) => ((await find(ctx)) ? [object] : []),
    load: async (ctx) =>
      void (await addCategoryAccounts(ctx, { type, category_name: name, accounts })),
    remove: async (ctx) => {
      const all = [...content.SAMPLE_ACCOUNTS, ...accounts];
      await unless('not_found', removeAccounts(ctx, { type, category_name: name, accounts: all }));
      const stored = await find(ctx);
      if (stored?.total_accounts === 0)
        await unless('not_found', deleteCategory(ctx, { type, category_name: name }));
      const holders = await findHolders(ctx, { type, accounts });
      const copied = accounts.filter((account) =>
        holders[accountKey(account)]?.some((holder) =>
          ofSamples.every((category) => category.name !== holder),
        ),
      ).length;
      return [
        ...(stored?.total_accounts
          ? [`Category "${name}" has accounts of yours (${stored.total_accounts}).`]
          : []),
        ...(copied > 0 ? [`Accounts of "${name}" are in categories of yours (${copied}).`] : []),
      ];
    },
  };
}

const profilesStep = ({ id, startedAt }: Load): Step => ({
  objects: ['profiles'],
  existing: async () => [],
  load: async (ctx) => {
    const profiles = await content.makeProfiles(startedAt);
    // The list was stored before the step was counted.
    await unless('conflict', addProfiles(ctx, { upload_id: id, profiles, on_invalid: 'refuse' }));
  },
  remove: async (ctx) => {
    await unless('not_found', deleteUpload(ctx, id));
    return [];
  },
});

const pricesStep: Step = {
  objects: content.PRICE_URLS,
  existing: listUrls,
  load: async (ctx, urls) => {
    const targets = urls.map((url) => ({ url, tags: [content.SAMPLE_TAG] }));
    await addEvents(ctx, { targets, tags: [] });
  },
  remove: async (ctx, urls) => {
    const monitored = new Set(await listUrls(ctx));
    const kept: string[] = [];
    const ids: number[] = [];
    for (const url of urls.filter((address) => monitored.has(address))) {
      const { data } = await readEvent(ctx, url);
      const isChanged = data.alerts.length > 0 || data.is_paused || data.tags.length !== 1;
      if (isChanged) kept.push(`${data.title ?? url} has an alert, a tag or a pause of yours.`);
      else ids.push(data.id);
    }
    if (ids.length > 0) await unless('not_found', removeEvents(ctx, ids));
    return kept;
  },
};

const isSampleMailbox = ({ host }: { host: string }) => host === SIMULATED_MAIL_SERVER.host;

const mailboxesStep: Step = {
  objects: content.MAILBOXES.map(({ user }) => user),
  existing: async (ctx) =>
    (await listImapAccounts(ctx)).filter(isSampleMailbox).map(({ user }) => user),
  load: async (ctx, users) => {
    const accounts = content.MAILBOXES.filter(({ user }) => users.includes(user));
    await importMailboxes(ctx, { accounts, tags: [content.SAMPLE_TAG] });
  },
  remove: async (ctx, users) => {
    const stored = (await listImapAccounts(ctx)).filter(isSampleMailbox);
    // Skips mailboxes that an operator moved to another server.
    for (const { id } of stored.filter(({ user }) => users.includes(user)))
      await unless('not_found', deleteImapAccount(ctx, id));
    return [];
  },
};

function artistsStep({ startedAt }: Load): Step {
  const window = content.monitoringWindow(startedAt);
  return {
    objects: content.ARTISTS,
    existing: async (ctx) => (await listMonitoredArtists(ctx)).map((one) => one.artist_name),
    load: async (ctx, names) => {
      for (const name of names) {
        const { value } = await findArtists(ctx, name);
        const artist = value.find((one) => one.name === name);
        if (artist === undefined) continue;
        const { id, images } = artist;
        const artist_image = images[0]?.url ?? '';
        const monitored = { artist_id: id, artist_name: name, artist_image, ...window };
        await unless('conflict', addMonitoredArtist(ctx, monitored));
      }
    },
    remove: async (ctx, names) => {
      const kept: string[] = [];
      for (const artist of await listMonitoredArtists(ctx)) {
        if (!names.includes(artist.artist_name)) continue;
        const isChanged =
          artist.start_monitoring !== window.start_monitoring ||
          artist.end_monitoring !== window.end_monitoring;
        if (isChanged) kept.push(`${artist.artist_name} is monitored on dates of yours.`);
        else await unless('not_found', removeMonitoredArtist(ctx, artist.artist_id));
      }
      return kept;
    },
  };
}
