import type { Faker } from '@faker-js/faker';

/**
 * The parts of a locale of @faker-js/faker that are used. Each locale is loaded on first use, because together they are
 * 1 MB of code.
 */
const LOADERS: Record<string, () => Promise<{ faker: Faker }>> = {
  en_US: () => import('@faker-js/faker/locale/en_US'),
  en_GB: () => import('@faker-js/faker/locale/en_GB'),
  en_CA: () => import('@faker-js/faker/locale/en_CA'),
  fr_CA: () => import('@faker-js/faker/locale/fr_CA'),
  en_AU: () => import('@faker-js/faker/locale/en_AU'),
  fr: () => import('@faker-js/faker/locale/fr'),
  de: () => import('@faker-js/faker/locale/de'),
  it: () => import('@faker-js/faker/locale/it'),
  es: () => import('@faker-js/faker/locale/es'),
  nl: () => import('@faker-js/faker/locale/nl'),
  nl_BE: () => import('@faker-js/faker/locale/nl_BE'),
  fr_BE: () => import('@faker-js/faker/locale/fr_BE'),
  de_CH: () => import('@faker-js/faker/locale/de_CH'),
  fr_CH: () => import('@faker-js/faker/locale/fr_CH'),
  de_AT: () => import('@faker-js/faker/locale/de_AT'),
  nb_NO: () => import('@faker-js/faker/locale/nb_NO'),
  sv: () => import('@faker-js/faker/locale/sv'),
  da: () => import('@faker-js/faker/locale/da'),
  fi: () => import('@faker-js/faker/locale/fi'),
  pt_PT: () => import('@faker-js/faker/locale/pt_PT'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
  es_MX: () => import('@faker-js/faker/locale/es_MX'),
  en_IN: () => import('@faker-js/faker/locale/en_IN'),
};

/** A locale of @faker-js/faker. @throws Error for a name that is not listed. */
export async function loadLocale(name: string): Promise<Faker> {
  const load = LOADERS[name];
  if (load === undefined) throw new Error(`The locale ${name} is not listed.`);
  return (await load()).faker;
}
