import type { DetailedUser, RandomUsersRequest, User } from '../../../shared/users/schema.ts';
import type { Ctx } from '../../context.ts';
import { activityStatement } from '../../db/activity.ts';
import { change } from '../../db/change.ts';
import { generateUsers } from './generate.ts';

/** Generates users. The count is recorded; the users are not stored. */
export async function getRandomUsers(
  ctx: Ctx,
  { amount, nationality, seed, parts }: RandomUsersRequest,
): Promise<User[] | DetailedUser[]> {
  const users = await generateUsers(nationality, amount, seed || crypto.randomUUID());
  await change(ctx, {
    statements: { counted: activityStatement(ctx, 'users.generate', amount) },
    audit: { action: 'users.generate', subject: 'users', detail: { amount, nationality } },
  });
  if (parts) return users;
  return users.map(({ first_name, last_name, latin, ...user }) => user);
}
