/** The methods of the clock of reminders for the Worker. */
export interface ReminderClockMethods extends Rpc.DurableObjectBranded {
  /**
   * Wakes the reminders at this time, in milliseconds since the epoch, or at an earlier one that is planned already; null
   * if no reminder is left.
   */
  wakeAt(time: number | null): Promise<void>;
}
