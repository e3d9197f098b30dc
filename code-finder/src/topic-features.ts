import type { MailContext, Surroundings } from './context.ts';
import { flag } from './flag.ts';

/** Characters over which a cue word loses most of its say. */
const NEARBY = 110;

/** Whether the sentence says of what stands in it that it works no more. */
export const isCalledDead = ({ cues }: MailContext, { before, after }: Surroundings): boolean =>
  cues.expired.has(before.from, before.to) || cues.expired.has(after.from, after.to);

/** What the whole mail and its subject speak about. */
export function mailFeatures({ cues, totals, lines }: MailContext) {
  const share = (name: keyof typeof cues): number =>
    totals[name] / (totals[name] + totals.presale + totals.core + 1);
  const subjectEnd = lines[0]?.kind === 'subject' ? lines[0].text.length : 0;
  const inSubject = (name: keyof typeof cues): number => flag(cues[name].has(0, subjectEnd));
  return {
    subjectCore: inSubject('core'),
    subjectNoun: inSubject('noun'),
    subjectEarly: inSubject('early'),
    subjectPresale: inSubject('presale'),
    subjectOther: inSubject('other'),
    subjectDiscount: inSubject('discount'),
    subjectOtp: inSubject('otp'),
    subjectOrder: inSubject('order'),
    subjectLater: inSubject('later'),
    mailPresale: flag(totals.presale > 0),
    mailDiscount: flag(totals.discount > 0),
    mailOtp: flag(totals.otp > 0),
    mailOrder: flag(totals.order > 0),
    otpShare: share('otp'),
    orderShare: share('order'),
    discountShare: share('discount'),
    laterShare: share('later'),
    expiredShare: share('expired'),
    mailLater: flag(totals.later > 0),
    mailCore: flag(totals.core > 0),
    noTopic: flag(totals.core === 0 && totals.presale === 0),
    discountNoCore: flag(totals.discount > 0 && totals.core === 0),
    shortLife: flag(totals.shortLife > 0),
    discountOver: flag(totals.discount > totals.presale),
    otpOver: flag(totals.otp > totals.presale),
    orderOver: flag(totals.order > totals.presale),
  };
}

/** What the sentence and its neighbours speak about. */
export function topicFeatures({ cues }: MailContext, { before, after, previous }: Surroundings) {
  const inSentence = (name: keyof typeof cues): boolean =>
    cues[name].has(before.from, before.to) || cues[name].has(after.from, after.to);
  const near = (name: keyof typeof cues): number =>
    Math.min(
      2,
      Math.log1p(
        cues[name].count(previous.from, before.to) + cues[name].count(after.from, after.to),
      ),
    );
  const thick = (name: keyof typeof cues): number =>
    cues[name].density(before.to, after.from, NEARBY);
  const nearCore = near('core') > 0;
  const inDiscount = inSentence('discount');
  return {
    thickCore: thick('core'),
    thickEarly: thick('early'),
    thickPresale: thick('presale'),
    thickNoun: thick('noun'),
    thickVerb: thick('verb'),
    thickOther: thick('other'),
    thickDiscount: thick('discount'),
    thickOtp: thick('otp'),
    thickOrder: thick('order'),
    thickExpired: thick('expired'),
    thickLater: thick('later'),
    sentencePresale: flag(inSentence('presale')),
    sentenceDiscount: flag(inDiscount),
    sentenceOtp: flag(inSentence('otp')),
    sentenceOrder: flag(inSentence('order')),
    sentenceExpired: flag(inSentence('expired')),
    sentenceLater: flag(inSentence('later')),
    previousExpired: flag(cues.expired.has(previous.from, previous.to)),
    previousDiscount: flag(cues.discount.has(previous.from, previous.to)),
    nearPresale: near('presale'),
    nearDiscount: near('discount'),
    nearCore: flag(nearCore),
    sentenceDiscountNoCore: flag(inDiscount && !nearCore),
  };
}
