import { DomainError } from '../../../shared/errors.ts';
import { accountKey } from '../../../shared/queues/keys.ts';
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

/**
 * Objects that one call of their feature loads or removes. Both calls may run twice. The objects of
 * a step have a mark: a tag, the id of the load, or content that no operator enters. A removal
 * therefore finds everything, even after an interrupted load.
 */
export interface Step {
  /** Adds the objects, except those that exist already. */
  load: (ctx: Ctx) => Promise<void>;
  /**
   * Removes the marked objects.
   * @returns a sentence for each that stays because an operator changed it.
   */
  remove: (ctx: Ctx) => Promise<string[]>;
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
  const find = async (ctx: Ctx) =>
    (await listQueues(ctx, type)).find((stored) => stored.queue_id === queue_id);
  return {
    load: async (ctx) => {
      if ((await find(ctx)) === undefined) await uploadQueue(ctx, queue);
    },
    remove: async (ctx) => {
      const stored = await find(ctx);
      if (stored === undefined) return [];
      const isOurs =
        stored.queue_date === queue.queue_date &&
        stored.queue_total === queue.queue_total &&
        stored.accounts === queue.accounts.length;
      if (!isOurs) return [`Queue "${queue_id}" is one of yours.`];
      await unless('not_found', deleteQueue(ctx, { type, queue_id }));
      return [];
    },
  };
}

function categoryStep({ type, name, accounts }: (typeof content.CATEGORIES)[number]): Step {
  const find = async (ctx: Ctx) =>
    (await summarizeCategories(ctx, type)).find((category) => category.name === name);
  const ofSamples = content.CATEGORIES.filter((category) => category.type === type);
  return {
    load: async (ctx) => {
      if ((await find(ctx)) === undefined)
        await addCategoryAccounts(ctx, { type, category_name: name, accounts });
    },
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
  load: async (ctx) => {
    const profiles = await content.makeProfiles(startedAt);
    // The list was stored before the step was marked as finished.
    await unless('conflict', addProfiles(ctx, { upload_id: id, profiles, on_invalid: 'refuse' }));
  },
  remove: async (ctx) => {
    await unless('not_found', deleteUpload(ctx, id));
    return [];
  },
});

const pricesStep: Step = {
  load: async (ctx) => {
    const targets = content.PRICE_URLS.map((url) => ({ url, tags: [content.SAMPLE_TAG] }));
    // Events that an operator already watches are refused.
    await addEvents(ctx, { targets, tags: [] });
  },
  remove: async (ctx) => {
    const monitored = new Set(await listUrls(ctx));
    const remaining: string[] = [];
    const ids: number[] = [];
    for (const url of content.PRICE_URLS.filter((address) => monitored.has(address))) {
      const { data } = await readEvent(ctx, url);
      const name = data.title ?? url;
      const isChanged = data.alerts.length > 0 || data.is_paused || data.tags.length !== 1;
      if (!data.tags.includes(content.SAMPLE_TAG))
        remaining.push(`${name} does not have the tag "${content.SAMPLE_TAG}".`);
      else if (isChanged) remaining.push(`${name} has an alert, a tag or a pause of yours.`);
      else ids.push(data.id);
    }
    if (ids.length > 0) await unless('not_found', removeEvents(ctx, ids));
    return remaining;
  },
};

const mailboxesStep: Step = {
  load: async (ctx) => {
    // Mailboxes that exist already are left out.
    await importMailboxes(ctx, { accounts: content.MAILBOXES, tags: [content.SAMPLE_TAG] });
  },
  remove: async (ctx) => {
    const samples = (await listImapAccounts(ctx)).filter(
      ({ user, host, tags }) =>
        content.MAILBOXES.some((sample) => sample.user === user && sample.host === host) &&
        tags.includes(content.SAMPLE_TAG),
    );
    for (const { id } of samples) await unless('not_found', deleteImapAccount(ctx, id));
    return [];
  },
};

function artistsStep({ startedAt }: Load): Step {
  const window = content.monitoringWindow(startedAt);
  return {
    load: async (ctx) => {
      for (const name of content.ARTISTS) {
        const { value } = await findArtists(ctx, name);
        const artist = value.find((one) => one.name === name);
        if (artist === undefined) continue;
        const { id, images } = artist;
        const artist_image = images[0]?.url ?? '';
        const monitored = { artist_id: id, artist_name: name, artist_image, ...window };
        // The artist is already monitored by an operator.
        await unless('conflict', addMonitoredArtist(ctx, monitored));
      }
    },
    remove: async (ctx) => {
      const remaining: string[] = [];
      for (const artist of await listMonitoredArtists(ctx)) {
        if (!content.ARTISTS.includes(artist.artist_name)) continue;
        const isChanged =
          artist.start_monitoring !== window.start_monitoring ||
          artist.end_monitoring !== window.end_monitoring;
        if (isChanged) remaining.push(`${artist.artist_name} is monitored on dates of yours.`);
        else await unless('not_found', removeMonitoredArtist(ctx, artist.artist_id));
      }
      return remaining;
    },
  };
}
