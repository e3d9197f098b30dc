import type { Answer } from '../answers.ts';
import { escapeHtml, page } from '../pages/html.ts';
import { REFUSALS_BY_ADDRESS } from './refusals.ts';
import { ENDING, type TokenStore } from './tokens.ts';

/** Addresses for which the mail server refuses IMAP. */
export const WITHOUT_IMAP = 'no-imap';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f3f5f6; color: #15191b; }
  main { max-width: 26rem; margin: 8vh auto; padding: 1.5rem; background: #fff; border: 1px solid #c3cacd; border-radius: 12px; }
  h1 { font-size: 1.25rem; margin: 0 0 .75rem; }
  label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; padding: .5rem .6rem; font: inherit; border: 1px solid #6a7377; border-radius: 6px; }
  button { margin: 1.1rem .5rem 0 0; padding: .5rem 1rem; font: inherit; border: 1px solid #6a7377; border-radius: 6px; background: #fff; color: inherit; cursor: pointer; }
  button.main { background: #0b6674; border-color: #0b6674; color: #fff; }
  details { margin-top: 1.25rem; font-size: .875rem; }
  .error { color: #a3161f; }
  li { margin: .25rem 0; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1113; color: #e8eced; }
    main { background: #171b1d; border-color: #3a4347; }
    input, button { background: #0e1113; border-color: #7d888c; color: inherit; }
    .error { color: #ff9c9c; }
  }`;

const frame = (title: string, body: string, status = 200): Answer =>
  page(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} (simulated)</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    status,
  );

const refusals = Object.entries(REFUSALS_BY_ADDRESS)
  .map(([name, { code }]) => `<li><code>${name}@</code> is refused with AADSTS${code}</li>`)
  .join('');
const HINTS = `<details><summary>Addresses that are refused</summary><ul>${refusals}<li><code>${ENDING}@</code> must sign in again after a minute</li><li><code>${WITHOUT_IMAP}@</code> has IMAP switched off</li></ul></details>`;

const error = (text: string): string =>
  text === '' ? '' : `<p class="error" role="alert">${escapeHtml(text)}</p>`;
const addressField = (address: string): string =>
  `<label for="address">Email address</label><input id="address" name="address" type="email" required autocomplete="off" value="${escapeHtml(address)}">`;
const BUTTONS =
  '<button class="main" name="choice" value="allow">Allow</button><button name="choice" value="decline" formnovalidate>Decline</button>';

/** The page on which the code from the desk is entered. */
export const devicePage = ({ code = '', address = '', problem = '' } = {}): Answer =>
  frame(
    'Sign in with Microsoft',
    `<p>This page stands in for Microsoft's. Any address can be entered, and no password is needed.</p>${error(problem)}<form method="post"><label for="code">Code</label><input id="code" name="code" required autocomplete="off" spellcheck="false" value="${escapeHtml(code)}">${addressField(address)}<p>Boxoffice Desk asks to read the mail of this address by IMAP.</p>${BUTTONS}</form>${HINTS}`,
    problem === '' ? 200 : 400,
  );

/** The page on which a person allows the desk to read a mailbox at Google. */
export const consentPage = ({ address = '', problem = '' } = {}): Answer =>
  frame(
    'Sign in with Google',
    `<p>This page stands in for Google's. Any address can be entered, and no password is needed.</p>${error(problem)}<form method="post">${addressField(address)}<p>Boxoffice Desk asks to read the mail of this address.</p>${BUTTONS}</form>`,
    problem === '' ? 200 : 400,
  );

/** The last page of a sign-in, or the reason why there is none. */
export const messagePage = (title: string, text: string, status = 200): Answer =>
  frame(title, `<p role="status">${escapeHtml(text)}</p>`, status);

/** The addresses that may be read, each with a button that ends the access. */
export function accessPage(connected: ReturnType<TokenStore['connected']>): Answer {
  const rows = connected
    .map(
      ({ provider, address }) =>
        `<li>${escapeHtml(address)} (${provider}) <button name="address" value="${escapeHtml(address)}" aria-label="Remove the access to ${escapeHtml(address)}">Remove</button></li>`,
    )
    .join('');
  return frame(
    'Mailboxes that the desk may read',
    rows === ''
      ? '<p>No mailbox has signed in since the simulator started.</p>'
      : `<p>A mailbox whose access is removed must sign in again.</p><form method="post"><ul>${rows}</ul></form>`,
  );
}
