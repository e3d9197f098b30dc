/** Formats of one kind, one for each time zone: creating one takes longer than formatting a hundred dates. */
export function formatsOf(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone: string | undefined): Intl.DateTimeFormat => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}

const zoneFormat = formatsOf('en-GB', { timeZoneName: 'short' });

/** The short name of a time zone at an instant: 'GMT+1'. `timeZone` undefined means the operator's own. */
export function zoneName(instant: string, timeZone?: string): string {
  const at = Date.parse(instant);
  const parts = zoneFormat(timeZone).formatToParts(Number.isNaN(at) ? undefined : at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
