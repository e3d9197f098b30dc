/** The bench reads this measure: from the events answer's arrival to a painted list that takes input (part 9). */
const MEASURE = 'ticketing:list-interactive';
const ANSWER_MARK = 'ticketing:answer';

/** Marks the arrival of an events answer, before its body is read. */
export function markAnswer(): void {
  performance.mark(ANSWER_MARK);
}

/** Measures once per answer, in the first task after the frame that shows the list. */
export function measureWhenInteractive(): void {
  if (performance.getEntriesByName(ANSWER_MARK, 'mark').length === 0) return;
  requestAnimationFrame(() => setTimeout(measure));
}

function measure(): void {
  const [mark] = performance.getEntriesByName(ANSWER_MARK, 'mark').slice(-1);
  if (mark === undefined) return;
  performance.measure(MEASURE, { start: mark.startTime, end: performance.now() });
  performance.clearMarks(ANSWER_MARK);
}
