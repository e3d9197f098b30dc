/** A word of letters that no other test uses: a search for digits must not match it by chance. */
export const unique = () =>
  crypto
    .randomUUID()
    .slice(0, 9)
    .replace(/[\d-]/g, (char) => 'ghijklmnop'[Number(char)] ?? 'k');
/** A card number of a test range that no other test uses. */
export const ownCard = () =>
  `4000${Array.from({ length: 12 }, () => Math.floor(Math.random() * 10)).join('')}`;

/** A profile in the form of POST /profiles: it shares no value with another one. */
export function makeProfile(part: object = {}) {
  const tag = unique();
  return {
    profile_name: `Atlas ${tag}`,
    email: `${tag}@mail.test`,
    password: 'kelp-orbit-29',
    address: `${tag} rue de la Paix`,
    city: 'Lyon',
    country: 'FR',
    name: `Théo ${tag}`,
    phone: '+33 4 65 71 23 08',
    postal: '69002',
    state: 'Rhône',
    card_number: ownCard(),
    card_exp_month: '03',
    card_exp_year: '2028',
    cvv: '123',
    ...part,
  };
}
