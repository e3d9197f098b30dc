/** The year whose answers the providers return: they have published less since 2020. */
export type AsOf = 2020 | 2026;
