/** Filters of the list of profiles: cards that several profiles have, and cards that have expired. */
export const PROFILE_NOTES = ['duplicate', 'expired'] as const;
export type ProfileNote = (typeof PROFILE_NOTES)[number];
