/** The calls of the database by this isolate since it started, and their time in milliseconds. */
export const databaseUse = { calls: 0, failures: 0, ms: 0 };
