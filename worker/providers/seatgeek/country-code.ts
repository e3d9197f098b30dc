/** Names that differ from those of the Unicode list. */
const OTHER_NAMES: Record<string, string> = {
  uk: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
  'korea, republic of': 'KR',
  'republic of korea': 'KR',
  'hong kong': 'HK',
};

let codes: Map<string, string> | undefined;

/** The two-letter code of a country given by code or English name; any other text is returned unchanged. */
export function countryCodeOf(country: string): string {
  const code = OTHER_NAMES[country.toLowerCase()];
  if (code !== undefined) return code;
  if (/^[a-z]{2}$/i.test(country)) return country.toUpperCase();
  codes ??= listCodes();
  return codes.get(country.toLowerCase()) ?? country;
}

function listCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .flatMap((code): [string, string][] => {
        const name = names.of(code);
        // A former code has the name of the country's current one.
        const isFormer = new Intl.Locale('und', { region: code }).region !== code;
        return name === undefined || isFormer ? [] : [[name.toLowerCase(), code]];
      }),
  );
}
