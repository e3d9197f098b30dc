import { setTimeout as sleep } from 'node:timers/promises';
import { codeMail, deliver } from '../imap/deliver.ts';
import { folderOf, mailsOf, USERS, type World } from './world.ts';

/**
 * Delivers mails until the end, one or several at once, sometimes with a copy in the junk folder.
 */
export async function deliverMails(world: World, random: () => number): Promise<void> {
  let count = 0;
  while (!world.isOver) {
    await sleep(100 + random() * 1_900);
    const at = Math.floor(random() * USERS.length);
    const user = USERS[at] ?? '';
    for (let mails = random() < 0.15 ? 3 : 1; mails > 0; mails -= 1) {
      const code = `KILL${1000 + count++}`;
      const text = codeMail(code);
      const isCopied = random() < 0.1;
      world.codes.set(code, at);
      for (const isJunk of isCopied ? [false, true] : [false]) {
        const name = deliver(folderOf(world, user, isJunk), text);
        const line = mailsOf(world.mail, user).find((one) => one.includes(`${name} `));
        world.files.set(user, [...(world.files.get(user) ?? []), line ?? name].sort());
      }
      world.note(code, `${code} to ${user}${isCopied ? ' and its junk folder' : ''}`);
    }
  }
}
