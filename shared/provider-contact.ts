/** The variables that name a contact; WIKIMEDIA_CONTACT is the former name. */
interface ContactVariables {
  PROVIDER_CONTACT?: string | undefined;
  WIKIMEDIA_CONTACT?: string | undefined;
}

/** The e-mail or web address that providers may write to; null if none is set. */
export const contactOf = (variables: ContactVariables): string | null =>
  variables.PROVIDER_CONTACT ?? variables.WIKIMEDIA_CONTACT ?? null;

const NO_CONTACT =
  'Page views and listeners of artists arrive slowly, because this desk names no contact to the providers. An administrator can set PROVIDER_CONTACT.';

/** The text for owners and operators while live providers have no contact; empty otherwise. */
export const contactProblems = (
  variables: ContactVariables & { PROVIDERS: 'live' | 'simulated' },
): string[] =>
  variables.PROVIDERS === 'live' && contactOf(variables) === null ? [NO_CONTACT] : [];
