/** An account is its e-mail, trimmed, compared without case. */
export const accountKey = (email: string): string => email.trim().toLowerCase();

/** Category names are unique within a type without case. */
export const categoryKey = (name: string): string => name.trim().toLowerCase();
