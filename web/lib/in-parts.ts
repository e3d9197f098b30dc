/**
 * Sends a list of any length in calls of at most `most` items, one after the other.
 * @returns the answers; after a failed call, the earlier calls have already taken effect
 */
export async function inParts<Item, Answer>(
  list: readonly Item[],
  most: number,
  send: (part: Item[], at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < list.length; at += most)
    answers.push(await send(list.slice(at, at + most), at));
  return answers;
}
