/** An account is its e-mail, trimmed, compared without case (part 4, "Queue tools"). */
export const accountKey = (email: string): string => email.trim().toLowerCase();

/** Category names are unique within a type without case (part 4, "Queue tools"). */
export const categoryKey = (name: string): string => name.trim().toLowerCase();
