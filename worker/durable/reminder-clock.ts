import { DurableObject } from 'cloudflare:workers';
import type { Bindings } from '../context/env.ts';
import type { ReminderClockMethods } from '../context/reminder-clock.ts';

/**
 * Wakes the reminders at the time of the next one: one alarm, which the platform keeps through every restart and repeats if it
 * fails. The times of all reminders are in the database.
 */
export class ReminderClock
  extends DurableObject<Bindings>
  implements Omit<ReminderClockMethods, keyof Rpc.DurableObjectBranded>
{
  async wakeAt(time: number): Promise<void> {
    const planned = await this.ctx.storage.getAlarm();
    // An alarm that is over and still there waits for its repetition, which may be minutes away.
    if (planned !== null && planned <= time && planned > Date.now()) return;
    await this.ctx.storage.setAlarm(time);
  }

  override async alarm(): Promise<void> {
    await this.env.REMINDER_JOBS.send({ kind: 'reminders.deliver' });
  }
}
