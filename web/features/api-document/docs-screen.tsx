import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowLeft, Download, KeyRound } from 'lucide-react';
import type { ApiDocument } from '../../../shared/api-document/schema.ts';
import { reportFile } from '../../kit/file-report.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { ToolbarSearch } from '../../ui/search-input.tsx';
import { CallPage } from './call-page.tsx';
import { API_DOCUMENT_PATH, apiDocumentQuery, type ListedCall, listCalls } from './queries.ts';
import type { DocsSearch } from './search-state.ts';

const METHOD_TONES: Record<string, string> = {
  GET: 'text-text-muted',
  POST: 'text-success-text',
  PUT: 'text-warning-text',
  PATCH: 'text-warning-text',
  DELETE: 'text-danger-text',
};

interface DocsScreenProps {
  search: DocsSearch;
  onSearch: (search: DocsSearch) => void;
}

/**
 * The API document: the calls on the left, the chosen one beside them. Small screens show one of
 * the two.
 */
export function DocsScreen({ search, onSearch }: DocsScreenProps) {
  const [view, change] = useSearchView(search, onSearch);
  const query = useQuery(apiDocumentQuery);
  return (
    <Screen
      title="API document"
      context={query.data ? `OpenAPI 3.1, version ${query.data.info.version}` : undefined}
      layout="fixed"
      actions={
        <>
          <Link to="/settings" className={buttonClass('secondary', 'sm')}>
            <KeyRound />
            <span className="max-md:sr-only">API tokens</span>
          </Link>
          <a
            href={API_DOCUMENT_PATH}
            download="openapi.json"
            className={buttonClass('secondary', 'sm')}
            onClick={() => reportFile('openapi.json', 'the calls of the API')}
          >
            <Download />
            <span className="max-md:sr-only">openapi.json</span>
          </a>
        </>
      }
    >
      <QueryView
        query={query}
        loadingLabel="Loading the API document..."
        failure="Failed to load the API document"
      >
        {(document) => (
          <Document
            document={document}
            find={view.find ?? ''}
            chosen={view.call}
            onFind={(find) => change({ find })}
            onChoose={(call) => change({ call })}
          />
        )}
      </QueryView>
    </Screen>
  );
}

interface DocumentProps {
  document: ApiDocument;
  find: string;
  chosen: string | undefined;
  onFind: (find: string | undefined) => void;
  onChoose: (call: string | undefined) => void;
}

function Document({ document, find, chosen, onFind, onChoose }: DocumentProps) {
  const groups = listCalls(document, find);
  const all = listCalls(document, '').flatMap(([, calls]) => calls);
  const call = all.find(({ operationId }) => operationId === chosen);
  return (
    <div className="flex min-h-0 flex-1">
      <nav
        aria-label="Calls"
        className={clsx(
          'flex w-70 flex-none flex-col overflow-auto border-r border-border max-lg:w-full max-lg:border-r-0',
          call && 'max-lg:hidden',
        )}
      >
        <div className="sticky top-0 z-1 bg-surface p-2.5">
          <ToolbarSearch label="Find a call" value={find} onChange={onFind} className="w-full" />
        </div>
        {groups.map(([group, calls]) => (
          <CallGroup key={group} group={group} calls={calls} chosen={chosen} onChoose={onChoose} />
        ))}
        {groups.length === 0 ? <p className="px-5 py-2 text-text-muted">No call matches.</p> : null}
      </nav>
      <div className={clsx('min-w-0 flex-1 overflow-auto', !call && 'max-lg:hidden')}>
        {call ? (
          <>
            <Button
              size="sm"
              variant="ghost"
              icon={<ArrowLeft />}
              className="m-2.5 mb-0 lg:hidden"
              onClick={() => onChoose(undefined)}
            >
              All calls
            </Button>
            <CallPage call={call} document={document} />
          </>
        ) : (
          <Overview document={document} calls={all.length} />
        )}
      </div>
    </div>
  );
}

interface CallGroupProps {
  group: string;
  calls: readonly ListedCall[];
  chosen: string | undefined;
  onChoose: (call: string) => void;
}

const CallGroup = ({ group, calls, chosen, onChoose }: CallGroupProps) => (
  <section className="px-2.5 pb-3">
    <h2 className="px-2.25 pb-1 text-xs text-text-muted">{group}</h2>
    {calls.map(({ operationId, summary, method }) => (
      <button
        key={operationId}
        type="button"
        aria-current={operationId === chosen ? 'page' : undefined}
        onClick={() => onChoose(operationId)}
        className="flex min-h-7 w-full items-center gap-2 rounded-md px-2.25 py-0.5 text-left hover:bg-surface-active aria-[current=page]:bg-accent-subtle aria-[current=page]:font-medium max-lg:min-h-10"
      >
        <span className="min-w-0 flex-1">{summary}</span>
        <span className={clsx('flex-none font-mono text-2xs', METHOD_TONES[method])}>{method}</span>
      </button>
    ))}
  </section>
);

const Overview = ({ document, calls }: { document: ApiDocument; calls: number }) => (
  <div className="max-w-160 p-5">
    <h2 className="text-lg font-semibold">{document.info.title}</h2>
    <p className="pb-2 text-text-muted">{calls} calls. Choose one at the left.</p>
    {document.info.description.split('\n\n').map((paragraph) => (
      <p key={paragraph} className="pb-2.5 wrap-anywhere">
        {paragraph.replaceAll('`', '')}
      </p>
    ))}
  </div>
);
