import { cleanKey } from '../clean-text.ts';

/** An account is its e-mail without marks that do not show, trimmed, compared without case. */
export const accountKey = (email: string): string => cleanKey(email).toLowerCase();

/** Category names are unique within a type without case. */
export const categoryKey = (name: string): string => name.trim().toLowerCase();
