/**
 * An answer of the API, from its bytes or its text. Its type is declared, and not checked here: tests compare the
 * answers with their schemas, which would take too long for the large ones that are read this way.
 */
export const parseAnswer = <Answer>(answer: ArrayBuffer | string): Answer =>
  JSON.parse(typeof answer === 'string' ? answer : new TextDecoder().decode(answer));

/**
 * The value of a JSON text; undefined for any other text. Every page loads this function;
 * `readJson` of shared/json.ts, which also replaces half characters, is for texts that are stored.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
