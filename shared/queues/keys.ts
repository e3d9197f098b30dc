import { cleanKey } from '../clean-text.ts';

/**
 * An account is identified by its e-mail without invisible characters, trimmed, compared in any
 * letter case.
 */
export const accountKey = (email: string): string => cleanKey(email).toLowerCase();

/** Category names are unique within a type in any letter case. */
export const categoryKey = (name: string): string => name.trim().toLowerCase();
