/** The texts of a list of profiles that could not be loaded: refused by the server, or failed in another way. */
export const PROFILES_FAILED = {
  refused: 'Failed to load profiles',
  thrown: 'An error occurred while loading profiles',
};
