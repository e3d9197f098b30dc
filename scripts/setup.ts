import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CHECKS, type Finding } from '../shared/doctor/schema.ts';
import { examineProviders, isRefusal } from './doctor/providers.ts';
import { examineSignIn } from './doctor/sign-in.ts';
import { readSettings } from './launch/settings.ts';
import { plainSentence, printable, readSecret } from './services/command.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** A variable of the set-up, with its prompt. */
interface Question {
  variable: string;
  /** The option of the command line. */
  flag: string;
  text: string;
  isSecret?: true;
  /** Only for live providers. */
  isForLive?: true;
}

const QUESTIONS: readonly Question[] = [
  {
    variable: 'TICKETMASTER_API_KEY',
    flag: 'ticketmaster-key',
    text: 'Ticketmaster API key, from https://developer.ticketmaster.com (empty: simulated providers)',
    isSecret: true,
  },
  {
    variable: 'SEATGEEK_CLIENT_ID',
    flag: 'seatgeek-id',
    text: 'SeatGeek client id, from https://seatgeek.com/account/develop (empty: no Events page)',
    isSecret: true,
    isForLive: true,
  },
  {
    variable: 'PROVIDER_CONTACT',
    flag: 'contact',
    text: 'An e-mail or web address that providers may write to',
    isForLive: true,
  },
  {
    variable: 'MICROSOFT_CLIENT_ID',
    flag: 'microsoft-client-id',
    text: 'Client id of an app at Microsoft, see docs/mail-sign-in.md (empty: no mailboxes of Outlook)',
    isForLive: true,
  },
  {
    variable: 'GOOGLE_CLIENT_ID',
    flag: 'google-client-id',
    text: 'Client id of a web app at Google, see docs/mail-sign-in.md (empty: Gmail with app passwords)',
    isForLive: true,
  },
  {
    variable: 'GOOGLE_CLIENT_SECRET',
    flag: 'google-client-secret',
    text: 'Client secret of the web app at Google (empty if you have none)',
    isSecret: true,
    isForLive: true,
  },
  {
    variable: 'PUBLIC_URL',
    flag: 'public-url',
    text: 'The address under which browsers reach the desk (empty: this machine only)',
  },
  {
    variable: 'OPERATOR_EMAIL',
    flag: 'operator',
    text: 'The e-mail address of the first operator',
  },
];

const USAGE = `Usage: npm run setup
       npm run setup -- --yes ${QUESTIONS.map(({ flag }) => `[--${flag} <value>]`).join(' ')}

Asks for what live providers need, tries each key with one call, and writes .env, which only its owner can read. Values
that .env has already stay unless another one is given; an empty answer keeps them. With --yes it asks nothing, and a
value that cannot be used ends it before anything is written.`;

/** Values by variable. */
export type Answers = Readonly<Record<string, string>>;

/** How a value is written in .env, where # begins a comment and quotes are removed. */
function quoted(value: string): string {
  if (/^[\w@.:/+,=-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error('A value cannot have all three kinds of quotes.');
  return `${quote}${value}${quote}`;
}

/**
 * The text of an .env file with these values. The line of a variable is replaced, also one that is commented out;
 * others are added at the end.
 */
export function withValues(text: string, values: Answers): string {
  let result = text;
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${quoted(value)}`;
    const existing = new RegExp(`^${name}=.*$`, 'm');
    const commented = new RegExp(`^#\\s*${name}=.*$`, 'm');
    const place = [existing, commented].find((pattern) => pattern.test(result));
    result = place
      ? result.replace(place, () => line)
      : `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${line}\n`;
  }
  return result;
}

/** The variables that decide where and how a key is tested. */
const ADDRESSES = [
  'PROVIDERS',
  'TICKETMASTER_API_URL',
  'SEATGEEK_API_URL',
  'MICROSOFT_TENANT',
  'MICROSOFT_OAUTH_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_OAUTH_URL',
];
const KEYS: Readonly<Record<string, Finding['check']>> = {
  TICKETMASTER_API_KEY: 'ticketmaster',
  SEATGEEK_CLIENT_ID: 'seatgeek',
  MICROSOFT_CLIENT_ID: 'microsoft',
  GOOGLE_CLIENT_SECRET: 'google',
};

/**
 * Checks new values; existing values are not checked, so that a wrong value can be replaced.
 * @returns a finding for each new key, after one call
 * @throws LaunchError with one sentence for a value that cannot be used
 */
export async function checkAnswers(
  existing: NodeJS.ProcessEnv,
  answers: Answers,
): Promise<Finding[]> {
  const addresses = ADDRESSES.map((name) => [name, existing[name]]);
  const settings = readSettings({ ...Object.fromEntries(addresses), ...answers });
  const wanted = Object.keys(answers).flatMap((name) => KEYS[name] ?? []);
  if (wanted.length === 0) return [];
  const isLive = settings.PROVIDERS !== 'simulated';
  const [providers, signIn] = await Promise.all([
    examineProviders(settings, isLive, wanted),
    examineSignIn(settings, wanted),
  ]);
  return [...providers, ...signIn];
}

const refusalIn = (findings: readonly Finding[]): Finding | undefined => findings.find(isRefusal);

/** Writes the values to an .env file in one step. A new file begins as a copy of .env.example. */
export function writeAnswers(
  answers: Answers,
  file = pathOf('.env'),
  example = pathOf('.env.example'),
): void {
  const text = readFileSync(existsSync(file) ? file : example, 'utf8');
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, withValues(text, answers), { mode: 0o600 });
  renameSync(partial, file);
}

/** A new value, and what was found about its key. */
interface Answer {
  value: string;
  findings: Finding[];
}

/** Prompts for a variable until its value can be used. @returns null if it stays as it is */
async function ask(
  { variable, text, isSecret }: Question,
  existing: NodeJS.ProcessEnv,
): Promise<Answer | null> {
  const current = existing[variable] ?? '';
  const shown = isSecret ? 'set' : printable(current);
  const prompt = `${text}${current === '' ? '' : ` [${shown}]`}: `;
  for (;;) {
    const value = (await (isSecret ? readSecret(prompt) : readLine(prompt))).trim();
    if (value === '') return null;
    try {
      const findings = await checkAnswers(existing, { [variable]: value });
      const refused = refusalIn(findings);
      if (refused === undefined) return { value, findings };
      console.log(`${refused.text} ${refused.advice ?? ''}`);
    } catch (error) {
      console.log(plainSentence(error));
    }
  }
}

async function readLine(prompt: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<never>((_, reject) => {
    reader.once('close', () => reject(new Error('The input ended: nothing was written.')));
  });
  try {
    return await Promise.race([reader.question(prompt), ended]);
  } finally {
    reader.close();
  }
}

async function askAll(
  existing: NodeJS.ProcessEnv,
  flags: Answers,
): Promise<{ answers: Answers; findings: Finding[] }> {
  const answers: Record<string, string> = { ...flags };
  const findings: Finding[] = [];
  for (const question of QUESTIONS) {
    const isLive = Boolean(answers.TICKETMASTER_API_KEY ?? existing.TICKETMASTER_API_KEY);
    if (question.variable in answers || (question.isForLive && !isLive)) continue;
    const answer = await ask(question, { ...existing, ...answers });
    if (answer === null) continue;
    answers[question.variable] = answer.value;
    findings.push(...answer.findings);
  }
  return { answers, findings };
}

function readFlags(): { isSilent: boolean; flags: Answers } | null {
  try {
    const options = Object.fromEntries(
      QUESTIONS.map(({ flag }) => [flag, { type: 'string' as const }]),
    );
    const { values } = parseArgs({
      options: { ...options, yes: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) return null;
    const flags = QUESTIONS.flatMap(({ flag, variable }) => {
      const value = (values as Record<string, string | boolean | undefined>)[flag];
      return typeof value === 'string' ? [[variable, value.trim()]] : [];
    });
    return { isSilent: values.yes === true, flags: Object.fromEntries(flags) };
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const wanted = readFlags();
  if (wanted === null) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  try {
    const file = pathOf('.env');
    if (existsSync(file)) process.loadEnvFile(file);
    const { isSilent, flags } = wanted;
    if (!isSilent && !process.stdin.isTTY)
      throw new Error('Nobody can answer here: name the values as options, with --yes.');
    const tried = await checkAnswers(process.env, flags);
    const refused = refusalIn(tried);
    if (refused !== undefined) throw new Error(`${refused.text} ${refused.advice ?? ''}`);
    const asked = isSilent ? { answers: flags, findings: [] } : await askAll(process.env, flags);
    writeAnswers(asked.answers);
    for (const { check, text } of [...tried, ...asked.findings]) {
      console.log(`${CHECKS[check]}: ${text}`);
    }
    console.log('\n.env is written. Start the desk with npm start; npm run doctor checks it.');
  } catch (error) {
    console.error(plainSentence(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
