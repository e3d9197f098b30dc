/** The operator of every browser test. */
export const operator = {
  email: 'operator@localhost',
  password: 'browser tests sign in with this',
};

/** The storage key of an entry that belongs to the operator above, who is the first of an empty database. */
export const ownKey = (name: string): string => `${name}@1`;
