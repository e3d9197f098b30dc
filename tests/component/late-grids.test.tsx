import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { MailboxGrid } from '../../web/features/presale-codes/form/mailbox-grid.tsx';
import { ObjectList } from '../../web/features/site-generator/fields/object-list.tsx';
import { CardGrid } from '../../web/kit/data-grid/card-grid.tsx';
import { gridColumns } from '../../web/kit/data-grid/columns.ts';
import { DataGrid } from '../../web/kit/data-grid/data-grid.tsx';
import { makeMailbox } from '../factories/mailboxes.ts';

const library = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('@tanstack/react-virtual', async (importOriginal) => {
  await library.promise;
  return importOriginal();
});

const rows = [{ id: 'A1' }];
const rowId = ({ id }: { id: string }) => id;
const columns = gridColumns({ id: { label: 'Seat', width: '1fr', cell: rowId } });
const listed = { rows, rowId, rowName: rowId };

test('lists that are shown before the code of virtual lists is loaded appear with it', async () => {
  const page = await render(
    <div className="grid h-96 grid-cols-4">
      <DataGrid label="Rows" columns={columns} {...listed} />
      <CardGrid label="Cards" minWidth={100} height={40} renderCard={rowId} {...listed} />
      <MailboxGrid
        accounts={[makeMailbox({ user: 'A1' })]}
        chosen={new Set()}
        onChange={() => {}}
      />
      <ObjectList
        label="Objects"
        head={null}
        items={rows}
        keyOf={rowId}
        estimatedHeight={40}
        renderItem={rowId}
      />
    </div>,
  );
  expect(page.container.textContent).toBe('');
  library.resolve();
  await expect.poll(() => page.getByText('A1', { exact: true }).all()).toHaveLength(4);
});
