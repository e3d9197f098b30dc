import type { MailContext, Surroundings } from './context.ts';
import { flag } from './flag.ts';

/** What the sentence, its neighbours and the whole mail speak about. */
export function topicFeatures(context: MailContext, around: Surroundings): Record<string, number> {
  const { cues, totals } = context;
  const { before, after, previous } = around;
  const inSentence = (name: keyof typeof cues): boolean =>
    cues[name].has(before.from, before.to) || cues[name].has(after.from, after.to);
  const near = (name: keyof typeof cues): number =>
    Math.min(
      2,
      Math.log1p(
        cues[name].count(previous.from, before.to) + cues[name].count(after.from, after.to),
      ),
    );
  const nearCore = near('core') > 0;
  const mail = (name: keyof typeof cues, most: number): number =>
    Math.min(most, Math.log1p(totals[name]));
  return {
    sentencePresale: flag(inSentence('presale')),
    sentenceDiscount: flag(inSentence('discount')),
    sentenceOtp: flag(inSentence('otp')),
    sentenceOrder: flag(inSentence('order')),
    sentenceExpired: flag(inSentence('expired')),
    sentenceLater: flag(inSentence('later')),
    previousExpired: flag(cues.expired.has(previous.from, previous.to)),
    previousDiscount: flag(cues.discount.has(previous.from, previous.to)),
    nearPresale: near('presale'),
    nearDiscount: near('discount'),
    nearCore: flag(nearCore),
    mailPresale: mail('presale', 2),
    mailDiscount: mail('discount', 2),
    mailOtp: mail('otp', 1.5),
    mailOrder: mail('order', 2),
    mailLater: flag(totals.later > 0),
    mailCore: flag(totals.core > 0),
    noTopic: flag(totals.core === 0 && totals.presale === 0),
    discountNoCore: flag(totals.discount > 0 && totals.core === 0),
    sentenceDiscountNoCore: flag(inSentence('discount') && !nearCore),
    shortLife: flag(totals.shortLife > 0),
    discountOver: flag(totals.discount > totals.presale),
    otpOver: flag(totals.otp > totals.presale),
    orderOver: flag(totals.order > totals.presale),
  };
}
