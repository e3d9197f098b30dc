import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { NOTE_LIMITS, type SaleNote } from '../../../../shared/sales/schema.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { useQuestion } from '../../../kit/question.tsx';
import { Time } from '../../../kit/time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { addNote, changeNote, deleteNote } from './queries.ts';
import type { Sale } from './sale-query.ts';
import { SaleSection } from './section.tsx';

const FIRST_ROWS = 3;
const FAILED = tryAgain('Failed to save the note');

/** The notes of the team, and the field for another one, which is always open. */
export function Notes({ sale: { notes, event } }: { sale: Sale }) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, notes.length - FIRST_ROWS);
  return (
    <SaleSection
      title="Team notes"
      note={notes.length === 0 ? null : formatNumber(notes.length)}
      actions={
        notes.length > FIRST_ROWS ? (
          <Button size="xs" variant="ghost" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer' : `All ${notes.length}`}
          </Button>
        ) : null
      }
    >
      <ul aria-label="Team notes" className="m-0 list-none p-0">
        {notes.slice(hidden).map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </ul>
      <div className="px-5 pt-2 max-md:px-3.5">
        <NoteForm
          label="New note"
          submitLabel="Add note"
          initial=""
          save={(text) => addNote(event.event_id, text)}
        />
      </div>
    </SaleSection>
  );
}

function NoteRow({ note }: { note: SaleNote }) {
  const { id, text, author, is_own: isOwn, created_at, changed_at } = note;
  const [isEdited, setIsEdited] = useState(false);
  const [question, ask] = useQuestion();
  const remove = () =>
    ask({
      title: 'Delete note',
      text,
      confirmLabel: 'Delete note',
      busyLabel: 'Deleting...',
      run: () => deleteNote(id),
      done: 'Note deleted',
      failure: tryAgain('Failed to delete the note'),
    });
  return (
    <li className="border-b border-border px-5 py-2 max-md:px-3.5">
      <div className="flex flex-wrap items-center gap-x-2 text-xs text-text-muted">
        <span className="min-w-0 flex-1 truncate font-medium text-text">{author}</span>
        <span>
          <Time at={created_at} as="weekday" />
          {changed_at === null ? '' : ', edited'}
        </span>
        {isOwn ? (
          <>
            <IconButton
              size="xs"
              label="Edit note"
              icon={<Pencil />}
              aria-expanded={isEdited}
              onClick={() => setIsEdited(!isEdited)}
            />
            <IconButton size="xs" label="Delete note" icon={<Trash2 />} onClick={remove} />
          </>
        ) : null}
      </div>
      {isEdited ? (
        <NoteForm
          label="Edit note"
          submitLabel="Save note"
          initial={text}
          save={(changed) => changeNote(id, changed)}
          onDone={() => setIsEdited(false)}
        />
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
      {question}
    </li>
  );
}

interface NoteFormProps {
  label: string;
  submitLabel: string;
  initial: string;
  save: (text: string) => Promise<unknown>;
  onDone?: () => void;
}

function NoteForm({ label, submitLabel, initial, save, onDone }: NoteFormProps) {
  const [text, setText] = useState(initial);
  const id = useId();
  const store = useMutation({
    mutationFn: () => save(text.trim()),
    onSuccess: () => {
      setText('');
      onDone?.();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') store.mutate();
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Textarea
        id={id}
        rows={2}
        maxLength={NOTE_LIMITS.text}
        placeholder="Write a note for the team"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-full"
      />
      {store.isError ? (
        <p role="alert" className="text-xs text-danger-text">
          {failureText(store.error, FAILED)}
        </p>
      ) : null}
      <div className="mt-1.5 flex justify-end gap-2">
        {onDone ? (
          <Button size="xs" variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        ) : null}
        <Button size="xs" type="submit" busy={store.isPending} disabled={text.trim() === ''}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
