/** The methods of the reminder clock for the Worker. */
export interface ReminderClockMethods extends Rpc.DurableObjectBranded {
  /**
   * Starts the delivery of reminders at this time, in milliseconds since the epoch, or at an
   * earlier time that is already planned; null if no reminder is left.
   */
  wakeAt(time: number | null): Promise<void>;
}
