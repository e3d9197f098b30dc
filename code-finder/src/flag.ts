/** Observations are numbers: 1 for what holds, 0 for what does not. */
export const flag = (value: boolean): number => (value ? 1 : 0);
