import { ParsedMail } from '../../sidecar/reader/parsed-mail.ts';

/** The reader's thread with a finder that some mails break, each in a different way. */
const find = ParsedMail.prototype.findCodes;
const nothing = new Int32Array(new SharedArrayBuffer(4));
const FAULTS: Readonly<Record<string, () => void>> = {
  hang: () => {
    // It never ends and uses no processor time, because other tests run at the same time.
    for (;;) Atomics.wait(nothing, 0, 0, 5);
  },
  fill: () => {
    const kept: string[] = [];
    for (let i = 0; ; i++) kept.push(`taken ${i}`);
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new RangeError('Your code is SECRET9');
  },
};
ParsedMail.prototype.findCodes = function (this: ParsedMail, query) {
  FAULTS[/^fault (\w+)/.exec(this.text)?.[1] ?? '']?.();
  return find.call(this, query);
};
await import('../../sidecar/reader/thread.ts');
