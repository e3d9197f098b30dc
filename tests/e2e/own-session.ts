import type { APIRequestContext, Page } from '@playwright/test';
import { operator } from './operator.ts';

/** Signs the page in with a session of its own: the other tests keep theirs. */
export async function useOwnSession(page: Page, request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/auth/login', { data: operator });
  const { token } = await answer.json();
  await page.addInitScript((own) => {
    if (!sessionStorage.getItem('signed in')) localStorage.setItem('token', own);
    sessionStorage.setItem('signed in', 'yes');
  }, token);
  return token;
}
/** The status that the current-user call answers for a token. */
export const statusOf = async (request: APIRequestContext, token: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await request.get('/api/auth/me', { headers })).status();
};
