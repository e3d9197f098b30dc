/**
 * The effect of each bot parameter, in a sentence, by its key. The meaning of a field that only the
 * bot defines is not guessed: its sentence describes what the bot reads.
 */
export const FIELD_HELP: Readonly<Record<string, string>> = {
  MinPrice: 'Lowest price of a ticket, in the currency of the event.',
  MaxPrice: 'Highest price of a ticket, in the currency of the event.',
  Amount:
    'Numbers of tickets, the preferred one first. The default is cut to the published limit of each event.',
  Section: 'Sections with commas between them. Empty means all.',
  ExcludeSection: 'Sections that are left out, with commas between them.',
  SectionConfig: 'Settings of sections, in the notation of the bot.',
  SortOrder: 'What offers are sorted by, the most important first.',
  UnlockCode: 'The code of a presale.',
  Keywords: 'Words that the bot looks for.',
  MonitorDelay: 'Milliseconds between two checks.',
  EmailOtp: 'One-time codes come by email.',
  UseMap: 'Where the event has a seat map.',
  ForceCartBySeats: 'Tickets are put into the cart by their seats.',
  RestartAfterCart: 'Starts again once tickets are in the cart.',
  ForceQueueWait: 'Always waits in the queue.',
  UseInternalMonitor: 'The bot looks for tickets itself.',
  MonitorReserve: 'The monitor reserves tickets.',
  UseMonitorProxy: 'The monitor connects through a proxy.',
  PreSendOtp: 'Requests the one-time code before it is needed.',
  UseMonitorWatchDog: 'A watchdog supervises the monitor.',
  IsWatchDog: 'This task is the watchdog.',
  OnlyMonitor: 'Looks for tickets without buying any.',
  AutoPayment: 'Pays without a further step.',
  DeliveryRegion: 'The region that tickets are delivered to.',
  Did: 'The did parameter of the UK site.',
  IsResale: 'The first resale switch of the UK site.',
  IsResale2: 'The second resale switch of the UK site.',
  IsResale3: 'The third resale switch of the UK site.',
  CdMonitorLimit: 'The cd limit of the monitor, a number.',
  CdCartLimit: 'The cd limit of the cart, a number.',
};
