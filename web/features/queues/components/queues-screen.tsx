import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { categoriesQuery } from '../../../lib/account-categories.ts';
import { useAddressView } from '../../../lib/address-view.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAddAccounts } from '../mutations.ts';
import { queuesKey, uploadedQueuesQuery } from '../queries.ts';
import type { QueuesSearch } from '../search-state.ts';
import { useQueueFiles } from '../use-queue-files.ts';
import { AnalysisSection } from './analysis-section.tsx';
import { Categories } from './categories.tsx';
import { CategoryForm } from './category-form.tsx';
import { LateHistoryPanel, LateTransferDialog, LateUploadedQueues } from './late-parts.tsx';
import { StayWhileUploading } from './stay-while-uploading.tsx';
import { UploadSection } from './upload-section.tsx';

interface QueuesScreenProps {
  type: QueueType;
  /** The page's heading and the title of the browser tab. */
  title: string;
  search: QueuesSearch;
  onSearch: (search: QueuesSearch) => void;
}

const same = (search: QueuesSearch): QueuesSearch => search;

interface Picked {
  accounts: string[];
  done: () => void;
}

/** The queue tool of one type: upload, category upload, analysis, categories. */
export function QueuesScreen({ type, title, ...address }: QueuesScreenProps) {
  const [search, onSearch] = useAddressView({ ...address, viewOf: same, searchOf: same });
  const queries = useQueryClient();
  const files = useQueueFiles(type, () => {
    void queries.invalidateQueries({ queryKey: queuesKey(type) });
  });
  const [isListing, setIsListing] = useState(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  const uploaded = useQuery(uploadedQueuesQuery(type));
  const categories = useQuery(categoriesQuery(type));
  const names = categories.data?.map(({ name }) => name) ?? [];
  const open = (account: string) => onSearch({ ...search, account });
  const count = uploaded.data?.length ?? 0;
  const uploadedIds = useMemo(
    () => new Set(uploaded.data?.map(({ queue_id }) => queue_id)),
    [uploaded.data],
  );

  return (
    <>
      <PageHeader
        title={title}
        context={uploaded.data ? countOf(count, 'uploaded queue') : undefined}
        actions={
          <Button size="sm" disabled={count === 0} onClick={() => setIsListing(true)}>
            Uploaded queues
          </Button>
        }
      />
      <PageBody layout="fixed" className="flex-row! bg-surface max-[900px]:flex-col!">
        <div className="min-h-0 min-w-0 flex-1 overflow-auto">
          <UploadSection files={files} uploadedIds={uploadedIds} />
          <CategoryForm type={type} names={names} />
          <AnalysisSection
            type={type}
            search={search.search ?? ''}
            sort={search.sort ?? ''}
            onSearch={(text) => onSearch({ ...search, search: text })}
            onSort={(sort) => onSearch({ ...search, sort })}
            onOpen={open}
            onAddToCategory={(accounts, done) => setPicked({ accounts, done })}
          />
          <Categories type={type} onOpen={open} />
        </div>
        {search.account === undefined ? null : (
          <LateHistoryPanel
            key={search.account}
            type={type}
            account={search.account}
            onClose={() => onSearch({ ...search, account: undefined })}
          />
        )}
      </PageBody>
      <StayWhileUploading isUploading={files.progress !== null} />
      {isListing ? <LateUploadedQueues type={type} onClose={() => setIsListing(false)} /> : null}
      {picked ? (
        <AddToCategory type={type} names={names} picked={picked} onClose={() => setPicked(null)} />
      ) : null}
    </>
  );
}

interface AddToCategoryProps {
  type: QueueType;
  names: readonly string[];
  picked: Picked;
  onClose: () => void;
}

function AddToCategory({ type, names, picked, onClose }: AddToCategoryProps) {
  const add = useAddAccounts(type);
  const submit = async (category: string) => {
    const { message } = await add.mutateAsync({ category, accounts: picked.accounts });
    toast({ title: message });
    picked.done();
  };
  return (
    <LateTransferDialog
      verb="Add"
      accounts={picked.accounts.length}
      names={names}
      onSubmit={submit}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
