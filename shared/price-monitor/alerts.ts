/*
 * Alert rules as a state machine with hysteresis: a rule fires once for each transition, and is armed again only after
 * the price moved clearly back, so that a price that swings around its limit fires once.
 */

import type { SaleState } from './sale-state.ts';

export const ALERT_KINDS = [
  ...(['below', 'above', 'back_in_stock', 'drop_percent'] as const),
  ...(['rise', 'opens'] as const),
];
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The kinds whose value is a percentage. */
export const isPercentKind = (kind: string): boolean => kind === 'drop_percent' || kind === 'rise';
/** The kinds without a value. */
export const isValueless = (kind: string): boolean => kind === 'back_in_stock' || kind === 'opens';

/** An alert. `value` is a price, a percentage (`drop_percent`, `rise`), or null (`back_in_stock`, `opens`). */
export interface AlertRule {
  kind: AlertKind;
  value: number | null;
}

/** The state of a rule between checks. */
export interface AlertState {
  /** `opens`: the event was seen before its sale began. */
  isArmed: boolean;
  /**
   * `drop_percent`: the highest low since it was set or fired last; `rise`: the lowest one; null before the first
   * price. `opens`: the opening that was announced, in milliseconds since the epoch; null if it is not known.
   */
  peak: number | null;
  /** `back_in_stock`: checks in a row without a ticket. */
  emptyChecks: number;
}

/** The result of one check. */
export interface Observation {
  /** The lowest price with tickets; null without one. */
  low: number | null;
  available: number;
  saleState: SaleState;
  /** The opening of a sale that has not begun, in milliseconds since the epoch; null if it is not known. */
  opensAt: number | null;
}

/** A price has to move back over its limit by this share before the rule is armed again. */
export const REARM_RATIO = 0.02;
/** Checks in a row without a ticket before `back_in_stock` is armed again. */
export const REARM_EMPTY_CHECKS = 2;

/** The state of a new rule. `now` is the result of the last reading, null before the first. */
export function initialAlertState(kind: AlertKind, now: Observation | null): AlertState {
  const isWaiting = now?.saleState === 'not_yet';
  if (kind === 'opens')
    return { isArmed: isWaiting, peak: isWaiting ? (now?.opensAt ?? null) : null, emptyChecks: 0 };
  return {
    isArmed: kind !== 'back_in_stock' || (now !== null && isSoldOut(now)),
    peak: kind === 'drop_percent' || kind === 'rise' ? (now?.low ?? null) : null,
    emptyChecks: 0,
  };
}

/** Whether the event has no tickets although its sale has begun and it takes place. */
const isSoldOut = ({ available, saleState }: Observation): boolean =>
  available === 0 && saleState !== 'not_yet' && saleState !== 'cancelled';

/**
 * The state after a check. Without a ticket there is no price: rules about prices keep their state.
 * @param now milliseconds since the epoch
 */
export function stepAlert(
  { kind, value }: AlertRule,
  state: AlertState,
  seen: Observation,
  now: number,
): { state: AlertState; fires: boolean } {
  if (kind === 'back_in_stock') return stepStock(state, seen);
  if (kind === 'opens') return stepOpening(state, seen, now);
  if (seen.low === null || value === null) return { state, fires: false };
  if (kind === 'drop_percent') return stepDrop(value, state, seen.low);
  if (kind === 'rise') return stepRise(value, state, seen.low);
  const side = kind === 'below' ? 1 : -1;
  const isBeyond = side * seen.low < side * value;
  if (isBeyond) return { state: { ...state, isArmed: false }, fires: state.isArmed };
  const isBack = side * seen.low >= side * value * (1 + side * REARM_RATIO);
  return { state: { ...state, isArmed: state.isArmed || isBack }, fires: false };
}

/** Tickets of a sale that begins, or of an event that was cancelled, are not back in stock. */
function stepStock(state: AlertState, seen: Observation) {
  if (seen.available > 0 || !isSoldOut(seen)) {
    const fires = seen.available > 0 && state.isArmed;
    return { state: { ...state, isArmed: false, emptyChecks: 0 }, fires };
  }
  const emptyChecks = Math.min(REARM_EMPTY_CHECKS, state.emptyChecks + 1);
  const isArmed = state.isArmed || emptyChecks === REARM_EMPTY_CHECKS;
  return { state: { ...state, isArmed, emptyChecks }, fires: false };
}

/** Far below a cent: 45.1 is no number of the binary system. */
const ROUNDING = 1e-6;

/** After it fired, the next drop is measured from the price that it fired at, or a later peak. */
function stepDrop(percent: number, state: AlertState, low: number) {
  const peak = Math.max(state.peak ?? low, low);
  const fires = low * 100 <= peak * (100 - percent) + ROUNDING && low < peak;
  return { state: { ...state, peak: fires ? low : peak }, fires };
}

/** After it fired, the next rise is measured from the price that it fired at, or a later lower one. */
function stepRise(percent: number, state: AlertState, low: number) {
  const lowest = Math.min(state.peak ?? low, low);
  const fires = low * 100 >= lowest * (100 + percent) - ROUNDING && low > lowest;
  return { state: { ...state, peak: fires ? low : lowest }, fires };
}

/** Fires when the opening of a sale becomes known or is moved, and when it is reached. */
function stepOpening(
  state: AlertState,
  { available, saleState, opensAt }: Observation,
  now: number,
) {
  if (saleState === 'not_yet') {
    const peak = opensAt ?? state.peak;
    return { state: { ...state, isArmed: true, peak }, fires: peak !== state.peak };
  }
  // Tickets that are gone at the first look after the opening were on sale.
  const isOpened =
    available > 0 || (saleState === 'sold_out' && state.peak !== null && state.peak <= now);
  const fires = state.isArmed && isOpened;
  return { state: { ...state, isArmed: false, peak: null }, fires };
}
