/*
 * Alert rules as a state machine with hysteresis: a rule fires once for each transition, and is armed again only after
 * the price moved clearly back, so that a price that swings around its limit fires once.
 */

export const ALERT_KINDS = ['below', 'above', 'back_in_stock', 'drop_percent'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** An alert. `value` is a price, a percentage (`drop_percent`), or null (`back_in_stock`). */
export interface AlertRule {
  kind: AlertKind;
  value: number | null;
}

/** The state of a rule between checks. */
export interface AlertState {
  isArmed: boolean;
  /** `drop_percent`: the highest low since it was set or fired last; null before the first price. */
  peak: number | null;
  /** `back_in_stock`: checks in a row without a ticket. */
  emptyChecks: number;
}

/** The result of one check. */
export interface Observation {
  /** The lowest price with tickets; null without one. */
  low: number | null;
  available: number;
}

/** A price has to move back over its limit by this share before the rule is armed again. */
export const REARM_RATIO = 0.02;
/** Checks in a row without a ticket before `back_in_stock` is armed again. */
export const REARM_EMPTY_CHECKS = 2;

/** The state of a new rule. `now` is the result of the last reading, null before the first. */
export function initialAlertState(kind: AlertKind, now: Observation | null): AlertState {
  return {
    isArmed: kind !== 'back_in_stock' || now?.available === 0,
    peak: kind === 'drop_percent' ? (now?.low ?? null) : null,
    emptyChecks: 0,
  };
}

/** The state after a check. Without a ticket there is no price: rules about prices keep their state. */
export function stepAlert(
  { kind, value }: AlertRule,
  state: AlertState,
  seen: Observation,
): { state: AlertState; fires: boolean } {
  if (kind === 'back_in_stock') return stepStock(state, seen);
  if (seen.low === null || value === null) return { state, fires: false };
  if (kind === 'drop_percent') return stepDrop(value, state, seen.low);
  const side = kind === 'below' ? 1 : -1;
  const isBeyond = side * seen.low < side * value;
  if (isBeyond) return { state: { ...state, isArmed: false }, fires: state.isArmed };
  const isBack = side * seen.low >= side * value * (1 + side * REARM_RATIO);
  return { state: { ...state, isArmed: state.isArmed || isBack }, fires: false };
}

function stepStock(state: AlertState, { available }: Observation) {
  if (available > 0) {
    return { state: { ...state, isArmed: false, emptyChecks: 0 }, fires: state.isArmed };
  }
  const emptyChecks = Math.min(REARM_EMPTY_CHECKS, state.emptyChecks + 1);
  const isArmed = state.isArmed || emptyChecks === REARM_EMPTY_CHECKS;
  return { state: { ...state, isArmed, emptyChecks }, fires: false };
}

/** After it fired, the next drop is measured from the price that it fired at, or a later peak. */
function stepDrop(percent: number, state: AlertState, low: number) {
  const peak = Math.max(state.peak ?? low, low);
  const fires = low <= peak * (1 - percent / 100) && low < peak;
  return { state: { ...state, peak: fires ? low : peak }, fires };
}
