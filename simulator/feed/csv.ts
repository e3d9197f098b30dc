/**
 * The columns of the CSV files, which have one artist and one presale per event, with the paths of
 * their values.
 */
const COLUMNS: [column: string, path: string[]][] = [
  ['EVENT_ID', ['eventId']],
  ['LEGACY_EVENT_ID', ['legacyEventId']],
  ['PRIMARY_EVENT_URL', ['primaryEventUrl']],
  ['RESALE_EVENT_URL', ['resaleEventUrl']],
  ['EVENT_NAME', ['eventName']],
  ['EVENT_INFO', ['eventInfo']],
  ['EVENT_STATUS', ['eventStatus']],
  ['EVENT_START_DATETIME', ['eventStartDateTime']],
  ['EVENT_START_LOCAL_TIME', ['eventStartLocalTime']],
  ['EVENT_START_LOCAL_DATE', ['eventStartLocalDate']],
  ['VENUE_NAME', ['venue', 'venueName']],
  ['VENUE_ID', ['venue', 'venueId']],
  ['VENUE_TIMEZONE', ['venue', 'venueTimezone']],
  ['VENUE_CITY', ['venue', 'venueCity']],
  ['VENUE_COUNTRY_CODE', ['venue', 'venueCountryCode']],
  ['ATTRACTION_NAME', ['attractions', '0', 'attraction', 'attractionName']],
  ['ATTRACTION_ID', ['attractions', '0', 'attraction', 'attractionId']],
  ['CLASSIFICATION_SEGMENT', ['classificationSegment']],
  ['CLASSIFICATION_GENRE', ['classificationGenre']],
  ['ONSALE_START_DATETIME', ['onsaleStartDateTime']],
  ['ONSALE_END_DATETIME', ['onsaleEndDateTime']],
  ['PRESALE_NAME', ['presales', '0', 'presaleName']],
  ['PRESALE_START_DATETIME', ['presales', '0', 'presaleStartDateTime']],
  ['PRESALE_END_DATETIME', ['presales', '0', 'presaleEndDateTime']],
  ['IMAGES', ['images']],
  ['SOURCE', ['source']],
];

export const CSV_HEAD = `${COLUMNS.map(([column]) => column).join(',')}\n`;

/**
 * An event of the JSON file as a row. A list of objects becomes the text that JavaScript creates
 * from it, as in the real files.
 */
export function csvRow(event: object): string {
  const values = COLUMNS.map(([, path]) => {
    let value: unknown = event;
    for (const step of path) value = Object(value)[step];
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${values.join(',')}\n`;
}
