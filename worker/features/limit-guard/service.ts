import type { LimitAnswers, LimitRules } from '../../../shared/limit-guard/schema.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { type Changing, change } from '../../db/change.ts';
import * as store from './store.ts';

/** The operator's limit rule: how many accounts may serve one event; null for any number. */
export async function readRules(ctx: Pick<Ctx, 'db' | 'operator'>): Promise<LimitRules> {
  return { accounts_per_event: await store.findAccountsPerEvent(ctx.db, signedIn(ctx).id) };
}

/** Changes the operator's limit rule. */
export async function changeRules(ctx: Changing, rules: LimitRules): Promise<LimitRules> {
  await store.putAccountsPerEvent(ctx, signedIn(ctx).id, rules.accounts_per_event);
  return rules;
}

/** Records that the operator confirmed the limits that a file exceeds. */
export async function recordAnswers(ctx: Changing, answers: LimitAnswers): Promise<void> {
  const recorded = store.confirmedStatement(ctx, answers);
  await change(ctx, { statements: { recorded }, audit: null });
}
