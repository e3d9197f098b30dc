import { pick } from '../../../../shared/pick.ts';
import { initialAlertState, stepAlert } from '../../../../shared/price-monitor/alerts.ts';
import { isUnreadState } from '../../../../shared/price-monitor/sale-state.ts';
import type { NewTagAlert, TagAlert } from '../../../../shared/price-monitor/schema.ts';
import { isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { deliverNotifications } from '../../notifications/index.ts';
import { announceTag } from './announce.ts';
import * as store from './store-tags.ts';

/** The rules of all tags, by tag and oldest first, with the current lowest price of each tag. */
export async function listTagAlerts({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<TagAlert[]> {
  const rules = await store.findTagRules(db, null);
  const groups = await store.findGroups(db, tagsOf(rules), clock());
  return rules.map((rule) => {
    const group = groupOf(groups, rule);
    return {
      ...pick(rule, ['id', 'kind', 'value', 'tag']),
      currency: group?.currency ?? rule.currency,
      low: group?.low ?? null,
      events: group?.count ?? 0,
      is_armed: rule.isArmed,
      fired_at: isoTime(rule.firedAt),
      created_at: isoTime(rule.createdAt),
    };
  });
}

/**
 * Adds a rule.
 * @returns its id
 * @throws DomainError `bad_request` if there are too many, `conflict` if the tag has it already.
 */
export const addTagAlert = (ctx: Ctx, { tag, kind, value }: NewTagAlert): Promise<number> =>
  store.insertTagRule(ctx, tag, { kind, value, ...initialAlertState(kind, null) });

/** The event with the lowest price of a tag, in the currency of a rule; null if there is none. */
export async function findLowest(ctx: Pick<Ctx, 'db' | 'clock'>, rule: store.TagRule) {
  return groupOf(await store.findGroups(ctx.db, [rule.tag], ctx.clock()), rule)?.event ?? null;
}

/**
 * Evaluates the rules of tags whose events were read, and delivers the alerts. An event that cannot be read counts with
 * its last known price, so that a failing page does not change the lowest price of its tag, unless the event has
 * vanished.
 */
export async function settleTags(ctx: Ctx, tags: readonly string[]): Promise<void> {
  const rules = tags.length === 0 ? [] : await store.findTagRules(ctx.db, tags);
  if (rules.length === 0) return;
  const now = ctx.clock();
  const groups = await store.findGroups(ctx.db, tagsOf(rules), now);
  const settled = rules.flatMap((rule) => {
    const group = groupOf(groups, rule);
    if (group === undefined || group.low === null || isOldNews(rule, group)) return [];
    return [settleRule(rule, group, now)];
  });
  const notifications = tagsOf(rules).flatMap((tag) => {
    const fired = settled.filter(({ rule, fires }) => fires && rule.tag === tag);
    const [first] = fired;
    const rules = fired.map(({ rule }) => rule);
    return first === undefined ? [] : announceTag(tag, rules, first.event, now);
  });
  if (settled.length > 0) await store.writeTagRules(ctx, settled, notifications);
  if (notifications.length > 0) await deliverNotifications(ctx);
}

const tagsOf = (rules: readonly store.TagRule[]): string[] => [
  ...new Set(rules.map(({ tag }) => tag)),
];

/** The events of a rule's tag in its currency, or in the currency of most of them while the rule has none. */
const groupOf = (groups: readonly store.TagGroup[], rule: store.TagRule) =>
  groups.find(({ tag, currency }) => tag === rule.tag && currency === (rule.currency ?? currency));

const membersOf = ({ count, ids }: store.TagGroup): string => `${count}:${ids}`;

/**
 * Whether the events of a tag changed while the cheapest one cannot be read. This happens when a vanished event whose
 * site fails returns.
 */
const isOldNews = (rule: store.TagRule, group: store.TagGroup): boolean =>
  rule.members !== null &&
  rule.members !== membersOf(group) &&
  isUnreadState(group.event.saleState);

/** The next state of a rule, and whether it fires. */
function settleRule(rule: store.TagRule, group: store.TagGroup, now: number) {
  const { low, currency, event } = group;
  const members = membersOf(group);
  // An event that joins or leaves its tag does not move a price.
  const peak = rule.members === null || rule.members === members ? rule.peak : low;
  const seen = { low, available: 1, saleState: 'on_sale', opensAt: null } as const;
  const { state, fires } = stepAlert(rule, { ...rule, peak }, seen, now);
  return { rule, state, fires, members, currency, event };
}
