import { faker as german } from '@faker-js/faker/locale/de';
import { faker as american } from '@faker-js/faker/locale/en_US';
import { generateUsers } from '../../../worker/features/users/service.ts';

const PEERS = { US: american, DE: german };

/**
 * The peer: the same seven fields from @faker-js/faker alone, without any relation between them.
 */
function fakeUsers(nationality: keyof typeof PEERS, amount: number) {
  const { person, location, phone } = PEERS[nationality];
  return Array.from({ length: amount }, () => ({
    name: `${person.firstName()} ${person.lastName()}`,
    address: location.streetAddress(),
    city: location.city(),
    state: location.state(),
    postal: location.zipCode(),
    phoneNumber: phone.number({ style: 'national' }),
    country: location.country(),
  }));
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const nationality = searchParams.get('nationality') === 'US' ? 'US' : 'DE';
    const amount = Number(searchParams.get('amount'));
    const users =
      pathname === '/faker'
        ? fakeUsers(nationality, amount)
        : await generateUsers(nationality, amount, searchParams.get('seed') ?? '');
    return Response.json({ users });
  },
};
