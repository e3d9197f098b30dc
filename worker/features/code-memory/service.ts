import { createHash } from 'node:crypto';
import type { LearnedCodes } from '../../../shared/code-memory/scanner.ts';
import type { CodeMemory, CodeVerdict } from '../../../shared/code-memory/schema.ts';
import { isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import type { Changing } from '../../db/change.ts';
import { memoryKey, readCodeId } from './code-ids.ts';
import * as store from './store.ts';

export { deleteAll, deleteSender } from './store.ts';

/** The answers of operators in the form for scanners. */
export async function learnedCodesOf(ctx: Pick<Ctx, 'db' | 'env'>): Promise<LearnedCodes> {
  const answers = await store.listAnswers(ctx.db);
  return {
    key: memoryKey(ctx),
    codes: answers.map(({ sender, verdict, trace }) => [sender, verdict, trace]),
  };
}

/** A text that changes with the answers, and with the key of their hashes. */
export async function memoryRevision(ctx: Pick<Ctx, 'db' | 'env'>): Promise<string> {
  const key = createHash('sha256').update(memoryKey(ctx)).digest('hex').substring(0, 16);
  return `${key}.${await store.findRevision(ctx.db)}`;
}

/** Marks the senders of found codes as used. `places` begin with the hash of the sender. */
export const markPlacesUsed = (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  places: readonly (string | undefined)[],
): Promise<void> => {
  const senders = places.flatMap((place) => place?.split('.', 1) ?? []);
  return store.markUsed(db, [...new Set(senders)], clock());
};

/** The senders whose codes operators have rated, and the answers. All operators share them. */
export async function readMemory({ db }: Pick<Ctx, 'db'>): Promise<CodeMemory> {
  const answers = await store.listAnswers(db);
  const senders = [...Map.groupBy(answers, ({ sender }) => sender)].map(([id, senderAnswers]) => {
    const countOf = (verdict: CodeVerdict): number =>
      senderAnswers.filter((answer) => answer.verdict === verdict).length;
    return {
      id,
      name: senderAnswers[0]?.senderName ?? '',
      right: countOf('right'),
      wrong: countOf('wrong'),
      copied: countOf('copied'),
      answered_at: isoTime(senderAnswers[0]?.answeredAt ?? 0),
    };
  });
  return {
    senders,
    answers: answers.flatMap(({ code, verdict }) =>
      verdict === 'copied' ? [] : [{ code, verdict }],
    ),
  };
}

/**
 * Stores an operator's answer about a found code, for all operators. The newest answer counts; a
 * copy replaces no answer, and null removes the answer.
 * @throws DomainError `not_found` for a code that no search of the operator found
 */
export async function answerAboutCode(
  ctx: Changing & Pick<Ctx, 'env'>,
  id: string,
  verdict: CodeVerdict | null,
): Promise<void> {
  const signed = readCodeId(ctx, id);
  const before = await store.findVerdict(ctx.db, signed.code);
  if (before === verdict || (verdict === 'copied' && before !== null)) return;
  if (verdict === null) return store.deleteAnswer(ctx, signed);
  const now = ctx.clock();
  const operatorId = signedIn(ctx).id;
  await store.writeAnswer(ctx, { ...signed, verdict, operatorId, answeredAt: now, usedAt: now });
}
