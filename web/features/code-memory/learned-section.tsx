import { useQuery } from '@tanstack/react-query';
import type { CodeMemory } from '../../../shared/code-memory/schema.ts';
import { tryAgain } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { useQuestion } from '../../kit/question.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { countOf } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeadCell, Table } from '../../ui/table.tsx';
import { codeMemoryQuery, deleteAllSenders, deleteSender } from './queries.ts';

type Sender = CodeMemory['senders'][number];

/** `2 right, 1 wrong` */
const countsOf = ({ right, wrong, copied }: Sender): string =>
  (
    [
      ['right', right],
      ['wrong', wrong],
      ['copied', copied],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');

/** Settings: the senders whose codes operators have rated. */
export function LearnedSection() {
  const query = useQuery(codeMemoryQuery);
  const [question, ask] = useQuestion();
  const senders = query.data?.senders ?? [];
  const removeAll = () =>
    ask({
      title: `Delete what was learned about ${countOf(senders.length, 'sender')}?`,
      text: 'Codes of their next mails are judged as before the first answer, for all operators.',
      confirmLabel: 'Delete all',
      busyLabel: 'Deleting...',
      run: deleteAllSenders,
      done: 'Learned senders deleted',
      failure: tryAgain('Failed to delete what was learned'),
    });
  const remove = ({ id, name }: Sender) =>
    ask({
      title: 'Delete what was learned about this sender?',
      text: `Codes of the next mails of ${name} are judged as before the first answer, for all operators.`,
      confirmLabel: 'Delete sender',
      busyLabel: 'Deleting...',
      run: () => deleteSender(id),
      done: 'Learned sender deleted',
      failure: tryAgain('Failed to delete what was learned'),
    });
  return (
    <>
      <SectionHead
        title="What the desk has learned"
        actions={
          senders.length > 0 ? (
            <Button size="sm" variant="danger-ghost" onClick={removeAll}>
              Delete all
            </Button>
          ) : null
        }
      >
        Right, Wrong and Copy beside a presale code show where the codes of its sender are. The next
        mails of the sender are judged with that. All operators share it. It contains no text of a
        mail.
      </SectionHead>
      <QueryView query={query} loadingLabel="Loading senders..." failure="Failed to load senders">
        {() =>
          senders.length === 0 ? (
            <EmptyState title="Nothing learned yet">
              Search for presale codes, and answer beside a code whether it is right.
            </EmptyState>
          ) : (
            <Senders senders={senders} onRemove={remove} />
          )
        }
      </QueryView>
      {question}
    </>
  );
}

interface SendersProps {
  senders: readonly Sender[];
  onRemove: (sender: Sender) => void;
}

function Senders({ senders, onRemove }: SendersProps) {
  return (
    <Table label="Learned senders" scrollClassName="flex-none">
      <thead>
        <tr>
          <HeadCell>Sender</HeadCell>
          <HeadCell className="max-md:hidden">Answers</HeadCell>
          <HeadCell className="max-md:hidden">Last answer</HeadCell>
          <HeadCell align="right">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {senders.map((sender) => (
          <tr key={sender.id}>
            <td className="max-md:h-auto max-md:py-2.5">
              <bdi className="font-medium wrap-anywhere">{sender.name}</bdi>
              <span className="hidden text-xs text-text-muted max-md:block">
                {countsOf(sender)}, last <Time at={sender.answered_at} as="day" />
              </span>
            </td>
            <td className="tn max-md:hidden">{countsOf(sender)}</td>
            <td className="tn max-md:hidden">
              <Time at={sender.answered_at} as="day" />
            </td>
            <td data-align="right">
              <Button
                size="xs"
                variant="ghost"
                className="text-danger-text"
                aria-label={`Delete ${sender.name}`}
                onClick={() => onRemove(sender)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
