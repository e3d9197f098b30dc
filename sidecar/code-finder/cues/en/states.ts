import type { CueWords } from '../cue-words.ts';

/** English words of dead and of later codes, and words that are never codes. */
export const enStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'expired',
    'no longer',
    "doesn't work",
    'does not work',
    'stopped working',
    "(?:last|previous) (?:year|time|tour|month|week)'?s?",
    'old (?:code|one|password|word)',
    'void(?:ed)?',
    'cancelled',
    'used up',
    'was for',
    'replaced',
    'not valid any ?more',
    'invalid',
    'do not use',
    "don't use",
    'ignore',
    'wrong code',
    'should have (?:read|been|said)',
    'instead of',
    '(?:20)?(?:19|2\\d) one',
  ],
  later: [
    'no (?:presale |access |promo )?(?:codes?|passwords?) (?:is |are )?(?:needed|required|necessary)',
    'no need for a code',
    'without a code',
    "codes? (?:will|'ll) ",
    "(?:we|you)(?: will|'ll) (?:e-?mail|send|get|receive)",
    'will be (?:sent|mailed|e-?mailed|announced)',
    'your (?:presale )?code will',
    'coming soon',
    'follow(?:s)? (?:in|on|separately)',
    'is on its way',
    'waitlist(?:ed)?',
  ],
  stop: "a an and are as at be but by can do for from get go has have he her here his how i if in into is it its just let like me more my new no not now of off on one only or our out please see she so some than that the their them then there they this to too up us use was we were what when where which who why will with would yes you your yours today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec am pm gmt bst est edt pst pdt cet cest utc uk usa eu vip faq rsvp tba tbc none n/a na stop help info click tap presale presales pre-sale pre sale ticket tickets code codes password passcode passwords keyword access early unlock enter copy buy book shop order checkout login sign name email e-mail mail date time venue city artist event events show shows tour live doors general public exclusive member members fan fans club priority offer promo terms conditions privacy policy unsubscribe contact free first last next day days week hours minutes limit max per person starts ends opens closes begins valid until before after local again case sensitive insensitive page box marked field link button below above following sent via everyone anybody everybody thanks thank hi hello hey dear best cheers regards love below: when: where: hurry reminder important note attention personal unique generic single digits six eight card number individual required needed available prompted asked waiting already e-mailed emailed mailed ready active inside attached included used linked tied working expired invalid still coming shared printed hidden found shown displayed good going changing reserved limited open opened closed different same right wrong correct missing enough one-time reusable transferable folks friends family news update details lucky welcome sorry congratulations voila enjoy subject message version html picture image browser fyi ps nb otp tan pin sms app iban bic vat isbn qr wifi wlan about across actually add added against ago ahead all almost along also although always among another any anyone anything anyway anywhere around ask asks away back based because been became become being better between big both bring call called came cannot can't change changed check choose come comes could couldn't cut did didn't does doesn't doing done don't down due during each either else end entered entering entry even ever every everything everywhere exactly except far few fifth fill final finally find fine finish five fourth forward four full gets getting give given gives goes gone got great had happens having head hear here's him himself hold however i'd i'll i'm i've instead isn't it's itself keep kept kind know known late later latest least left less let's likely line list little log long look looking lot made main make makes making many maybe mean means meant might mine most much must myself near never nine nobody nor normal nothing often ok okay old once ones onto opening ordered other others otherwise ours over own paid pay perhaps possible probably put puts quite rather read really receive recently regular reply rest said say says second seen select send sending several shall shan't should shouldn't showing side simply since small someone something soon spelled spelling spelt start started such sure take taken tell ten that's theirs themselves there's these they're thing things think third those though three through thus times together told took top toward try trying turn twice two type under unless unlike upon upper lower useful user using usual usually very visit wait want wants wasn't way we'd we'll we're we've weekend weeks well went weren't what's whatever whenever whether while whole whose within without won't word words work works worth wouldn't yet you'd you'll you're you've yourself zero seven eleven twelve booking bookings bookable booked purchase purchases purchased buying seats seat seating standing row rows block section balcony stalls arena stadium theatre theater festival gig gigs line-up lineup support onsale on-sale preorder pre-order waitlist ballot allocation capacity sold-out fee fees price prices pricing discount voucher coupon gift merch merchandise basket cart delivery collection refund exchange resale transfer e-ticket e-tickets eticket barcode scan account register registered registration password-protected case-sensitive lowercase uppercase caps capitals caps-lock spaces hyphen dash character characters letters letter digit passphrase watchword token key phrase string website site webpage newsletter subscriber subscribers mailing text texts inbox spam whatsapp instagram facebook twitter tiktok youtube spotify ios android iphone pdf png jpg http https www com org net utm sincerely faithfully hugs xx xxx warm greetings morning afternoon evening night noon midday midnight today's tonight's yesterday mr mrs ms dr inc ltd plc llc co gbp eur usd aud cad chf sek hr hrs min mins sec secs wc nov. dec. tuesdays weekends aest aedt mst mdt cst cdt".split(
    ' ',
  ),
};
