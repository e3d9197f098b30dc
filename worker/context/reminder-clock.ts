/** The methods of the clock of reminders for the Worker. */
export interface ReminderClockMethods extends Rpc.DurableObjectBranded {
  /** Wakes the reminders at this time, in milliseconds since the epoch, or at an earlier one that is planned already. */
  wakeAt(time: number): Promise<void>;
}
