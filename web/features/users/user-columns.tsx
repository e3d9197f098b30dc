import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { USER_COLUMNS } from '../../../shared/users/columns.ts';
import { NATIONALITIES, NATIONALITY_CODES, type User } from '../../../shared/users/schema.ts';
import { Card } from '../../kit/data-grid/card-grid.tsx';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { COPY_REFUSED, CopyButton, useCopied } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Flag } from '../../ui/flag.tsx';
import type { UserRow } from './run.ts';

type Field = (typeof USER_COLUMNS)[number]['key'];

const codeOf = (country: string) =>
  NATIONALITY_CODES.find((code) => NATIONALITIES[code].name === country);

/** One user as lines of text. */
export const userText = (user: User): string => USER_COLUMNS.map(({ key }) => user[key]).join('\n');

/** A value that a click copies. */
function CopyValue({ user, field }: { user: User; field: Field }) {
  const value = user[field];
  const [state, copy] = useCopied(2_000);
  const { header } = USER_COLUMNS.find(({ key }) => key === field) ?? { header: '' };
  return (
    <button
      type="button"
      aria-label={state === 'copied' ? `${header} copied` : `Copy ${header}: ${value}`}
      title={value}
      onClick={() => copy(value)}
      className={clsx(
        '-mx-1 inline-flex min-h-6 max-w-[calc(100%+8px)] min-w-0 items-center gap-1.5 rounded-sm px-1 text-left hover:bg-surface-active',
        state === 'copied' && 'text-success-text',
        state === 'refused' && 'text-danger-text',
      )}
    >
      {state === 'copied' ? (
        <>
          <Check className="size-3.5 flex-none" strokeWidth={2} />
          Copied
        </>
      ) : (
        <>
          {field === 'country' ? <Flag code={codeOf(value)} /> : null}
          <span className="truncate">{state === 'refused' ? COPY_REFUSED : value}</span>
        </>
      )}
    </button>
  );
}

const CopyUser = ({ user }: { user: User }) => (
  <CopyButton text={userText(user)} label={`Copy ${user.name}`} copiedLabel="Copied" />
);

const look = (field: Field, width: string, from = 0) => ({
  width,
  from,
  cell: (user: User) => <CopyValue user={user} field={field} />,
});

/** The columns of the list. */
export const COLUMNS = gridColumns(USER_COLUMNS, {
  name: {
    width: 'minmax(120px, 1.1fr)',
    isFixed: true,
    cell: (user) => (
      <span className="font-medium">
        <CopyValue user={user} field="name" />
      </span>
    ),
  },
  address: look('address', 'minmax(104px, 1.3fr)'),
  city: look('city', 'minmax(84px, 1fr)'),
  state: look('state', 'minmax(92px, 1.2fr)', 720),
  postal: look('postal', '66px'),
  phoneNumber: look('phoneNumber', '106px'),
  country: look('country', 'minmax(116px, 0.8fr)', 840),
  copy: { label: 'Copy', width: '28px', buttons: (user) => <CopyUser user={user} /> },
});

/** A row of a narrow list: the name, and the rest in a second and third line. */
export const FOLD = {
  below: 650,
  height: 82,
  render: (user: UserRow) => (
    <div className="grid grid-cols-fill-end gap-x-2 py-1.5">
      <span className="truncate font-medium">
        <CopyValue user={user} field="name" />
      </span>
      <CopyUser user={user} />
      <span className="col-span-2 truncate text-xs text-text-muted">
        {user.address}, {user.postal} {user.city}
      </span>
      <span className="tn col-span-2 text-xs">
        <CopyValue user={user} field="phoneNumber" />
      </span>
    </div>
  ),
};

/** A user as a card. */
export function UserCard({ user, isAtCursor }: { user: UserRow; isAtCursor: boolean }) {
  return (
    <Card label={user.name} isAtCursor={isAtCursor} className="px-3 pt-2 pb-1.5">
      <header className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <h2 className="min-w-0 text-md font-semibold">
          <CopyValue user={user} field="name" />
        </h2>
        <CopyUser user={user} />
      </header>
      <Facts className="items-center gap-y-0!">
        {USER_COLUMNS.slice(1).map(({ key, header }) => (
          <Fact key={key} label={header} className="flex">
            <CopyValue user={user} field={key} />
          </Fact>
        ))}
        {user.latin ? (
          <Fact label="Latin" title={latinOf(user)} className="truncate text-text-muted">
            {latinOf(user)}
          </Fact>
        ) : null}
      </Facts>
    </Card>
  );
}

const latinOf = ({ first_name, last_name, latin }: UserRow): string =>
  [`${first_name} ${last_name}`, latin?.address, latin?.city].join(', ');
