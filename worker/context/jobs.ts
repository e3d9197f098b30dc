import * as z from 'zod';

/**
 * The messages of the job queue. Each kind belongs to one service function, which `consume.ts` names. The queue may
 * deliver a message twice, so a message names what is due and the service checks whether it still is.
 */
export const jobMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resale.concerts') }),
  z.object({ kind: z.literal('resale.views') }),
  z.object({ kind: z.literal('resale.ids') }),
  z.object({ kind: z.literal('resale.listeners') }),
  z.object({ kind: z.literal('calendar.renew') }),
  z.object({
    kind: z.literal('artists.check'),
    artistId: z.string(),
    dueAt: z.number(),
    /**
     * An operator waits for the result, so the check does not give way to calls of other operators.
     */
    isAwaited: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('prices.check') }),
  z.object({ kind: z.literal('notifications.post') }),
  z.object({ kind: z.literal('channels.deliver') }),
  z.object({ kind: z.literal('reminders.deliver') }),
  z.object({ kind: z.literal('reminders.renew') }),
  z.object({ kind: z.literal('prices.erase') }),
  z.object({ kind: z.literal('sample-data.run') }),
  z.object({ kind: z.literal('mailboxes.check') }),
  z.object({ kind: z.literal('presale-watches.assign') }),
  z.object({ kind: z.literal('queues.apply') }),
  z.object({ kind: z.literal('queues.count') }),
  z.object({ kind: z.literal('catalogues.clear') }),
]);
export type JobMessage = z.infer<typeof jobMessage>;
