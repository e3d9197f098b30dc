/** A city with the provider's spelling of its country, and its distance to UTC in hours. */
export interface ResaleCity {
  name: string;
  country: string;
  offsetHours: number;
}

/** Country and distance to UTC, then cities. The provider writes a code for some countries and a name for others. */
const ROWS = [
  'US -5 New York/Boston/Miami/Atlanta',
  'US -8 Los Angeles/Seattle',
  'Canada -5 Toronto/Montreal',
  'UK 0 London/Manchester/Glasgow',
  'Ireland 0 Dublin',
  'France 1 Paris/Lyon',
  'Germany 1 Berlin/Hamburg/Munich',
  'Spain 1 Madrid/Barcelona',
  'Portugal 0 Lisbon',
  'Italy 1 Milan/Rome',
  'Netherlands 1 Amsterdam',
  'Belgium 1 Antwerp/Brussels',
  'Austria 1 Vienna',
  'Switzerland 1 Zurich',
  'Poland 1 Krakow/Warsaw',
  'Czech Republic 1 Prague',
  'Hungary 1 Budapest',
  'Denmark 1 Copenhagen',
  'Sweden 1 Stockholm',
  'Norway 1 Oslo',
  'Finland 2 Helsinki',
  'Estonia 2 Tallinn',
  'Latvia 2 Riga',
  'Lithuania 2 Vilnius',
  'Greece 2 Athens',
  'Romania 2 Bucharest',
  'Bulgaria 2 Sofia',
  'Croatia 1 Zagreb',
  'Serbia 1 Belgrade',
  'Slovenia 1 Ljubljana',
  'Slovakia 1 Bratislava',
  'Luxembourg 1 Esch-sur-Alzette',
  'Australia 10 Sydney/Melbourne',
  'New Zealand 12 Auckland',
  'Japan 9 Tokyo',
  'Brazil -3 Sao Paulo',
  'Mexico -6 Mexico City',
  'Argentina -3 Buenos Aires',
  'Chile -4 Santiago',
];

export const CITIES: readonly ResaleCity[] = ROWS.flatMap((row) => {
  const [, country = '', offset = '', cities = ''] = /^(.+?) (-?\d+) (.+)$/.exec(row) ?? [];
  return cities.split('/').map((name) => ({ name, country, offsetHours: Number(offset) }));
});
