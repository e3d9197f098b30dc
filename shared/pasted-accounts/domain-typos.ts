/** Providers whose address ends in their name and `.com`. */
const PROVIDERS = ['gmail', 'googlemail', 'hotmail', 'outlook', 'icloud', 'yahoo'];

/** Misspellings of `com`. None of the providers has addresses that end so. */
const COM_SLIPS = /^(?:con|co|cm|om|cmo|ocm|comm|coom|como|cpm|vom|xom|c0m)$/;

/** `ann@gmial.com` as `ann@gmail.com`; null if the domain is no likely slip of a well-known one. */
export function correctDomain(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  const [name = '', ...rest] = email.slice(at).toLowerCase().split('.');
  const end = rest.join('.');
  const isCom = end === 'com';
  if (at === 0 || !(isCom || COM_SLIPS.test(end))) return null;
  if (isCom && PROVIDERS.includes(name)) return null;
  const provider = PROVIDERS.find((right) => right === name || isSlip(name, right));
  return provider === undefined ? null : `${email.slice(0, at)}${provider}.com`;
}

/**
 * Whether one letter is swapped with the next, missing, added or replaced. Another first letter is another provider:
 * `ymail`, `mail`.
 */
function isSlip(typed: string, right: string): boolean {
  let same = 0;
  while (same < right.length && typed[same] === right[same]) same += 1;
  const [wrong, wanted] = [typed.slice(same), right.slice(same)];
  const isSwap =
    wrong.slice(2) === wanted.slice(2) && wrong[0] === wanted[1] && wrong[1] === wanted[0];
  if (isSwap) return true;
  const [wrongRest, wantedRest] = [wrong.slice(1), wanted.slice(1)];
  return (
    same > 0 &&
    [wrongRest === wantedRest, wrong === wantedRest, wrongRest === wanted].includes(true)
  );
}
