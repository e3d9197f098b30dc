import { DurableObject } from 'cloudflare:workers';
import type { Bindings } from '../context/env.ts';
import type { ReminderClockMethods } from '../context/reminder-clock.ts';

/**
 * A delivery that has planned no alarm after this time was lost, for example by a kill: it is
 * enqueued again.
 */
const REPEAT_AFTER_MS = 3_000;
/**
 * Each repetition waits twice as long as the last one, up to this limit, because the cron trigger
 * delivers each minute too.
 */
const REPEAT_AT_MOST_AFTER_MS = 60_000;
/** Set while the alarm is that of a repetition: its wait. */
const REPETITION = 'repetition';

/**
 * Starts the delivery of reminders at the time of the next one. It uses one alarm, which Cloudflare
 * keeps through every restart and repeats if it fails. The times of all reminders are in the
 * database.
 */
export class ReminderClock
  extends DurableObject<Bindings>
  implements Omit<ReminderClockMethods, keyof Rpc.DurableObjectBranded>
{
  async wakeAt(time: number | null): Promise<void> {
    const { storage } = this.ctx;
    const planned = await storage.getAlarm();
    const isRepetition = (await storage.get(REPETITION)) !== undefined;
    if (time === null) {
      if (isRepetition) await storage.deleteAlarm();
      return;
    }
    await storage.delete(REPETITION);
    // An alarm in the past that still exists waits for its repetition, which may be minutes away.
    const isEarlier = planned !== null && !isRepetition && planned <= time && planned > Date.now();
    // An earlier alarm is set again, because after a kill, workerd outside Cloudflare ignores it
    // until then.
    await storage.setAlarm(isEarlier ? planned : time);
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const last = await storage.get(REPETITION);
    const delay =
      typeof last === 'number' ? Math.min(2 * last, REPEAT_AT_MOST_AFTER_MS) : REPEAT_AFTER_MS;
    await storage.put(REPETITION, delay);
    await storage.setAlarm(Date.now() + delay);
    await this.env.REMINDER_JOBS.send({ kind: 'reminders.deliver' });
  }
}
