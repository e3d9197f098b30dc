/** The operator of every browser test. */
export const operator = {
  email: 'operator@localhost',
  password: 'browser tests sign in with this',
};
