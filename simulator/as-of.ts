/** The year whose answers the providers give: they have published less since 2020. */
export type AsOf = 2020 | 2026;
