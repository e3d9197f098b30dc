/** The variables that name a contact; WIKIMEDIA_CONTACT is the former name. */
interface ContactVariables {
  PROVIDER_CONTACT?: string | undefined;
  WIKIMEDIA_CONTACT?: string | undefined;
}

/** The e-mail or web address that providers may write to; null if none is set. */
export const contactOf = (variables: ContactVariables): string | null =>
  variables.PROVIDER_CONTACT ?? variables.WIKIMEDIA_CONTACT ?? null;

const NO_CONTACT =
  'PROVIDER_CONTACT is not set, so Wikimedia allows few calls a minute: page views of artists arrive slowly.';

/** The text for owners and operators while live providers have no contact; empty otherwise. */
export const contactProblems = (
  variables: ContactVariables & { PROVIDERS: 'live' | 'simulated' },
): string[] =>
  variables.PROVIDERS === 'live' && contactOf(variables) === null ? [NO_CONTACT] : [];
