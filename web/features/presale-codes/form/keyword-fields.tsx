import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { pasteKeywords } from './search-form.ts';

interface KeywordFieldsProps {
  words: readonly string[];
  fault: string | undefined;
  onChange: (words: string[]) => void;
}

/** A row per keyword, each removable; one row always remains. */
export function KeywordFields({ words, fault, onChange }: KeywordFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const [leftOut, setLeftOut] = useState(0);
  const edit = (next: string[]) => {
    setLeftOut(0);
    onChange(next);
  };
  const change = (index: number, text: string) =>
    edit(words.map((word, i) => (i === index ? text : word)));
  const remove = (index: number) => {
    const left = words.filter((_, i) => i !== index);
    edit(left.length > 0 ? left : ['']);
    focusRow(Math.max(0, index - 1));
  };
  const add = () => {
    edit([...words, '']);
    focusRow(words.length);
  };
  /** A pasted list creates a row for each of its lines. */
  const pasteList = (event: ClipboardEvent, index: number) => {
    const pasted = pasteKeywords(words, index, event.clipboardData.getData('text'));
    if (pasted === null) return;
    event.preventDefault();
    onChange(pasted.words);
    setLeftOut(pasted.leftOut);
  };
  return (
    <>
      <ul ref={list} className="m-0 flex list-none flex-col gap-1.5 p-0">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a keyword is identified by its place in the list.
          <li key={index} className="flex items-center gap-1">
            <Input
              aria-label={`Keyword ${index + 1}`}
              placeholder="Artist name, tour or event"
              aria-invalid={word.trim().length > SEARCH_LIMITS.wordLength || undefined}
              spellCheck={false}
              autoComplete="off"
              value={word}
              onChange={(event) => change(index, event.target.value)}
              onPaste={(event) => pasteList(event, index)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur();
              }}
              {...(index === 0 && {
                'data-page-search': '',
                suffix: word === '' ? <Kbd>/</Kbd> : undefined,
              })}
            />
            <IconButton
              label={`Remove keyword ${index + 1}`}
              icon={<X />}
              disabled={words.length === 1}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        className="mt-2"
        disabled={words.length >= SEARCH_LIMITS.keywords}
        icon={<Plus />}
        onClick={add}
      >
        Add Keyword
      </Button>
      <p role="status" className="mt-1.5 text-xs leading-4.25 text-warning-text empty:mt-0">
        {leftOut === 0
          ? fault
          : `${countOf(leftOut, 'line')} left out: a search takes at most ${SEARCH_LIMITS.keywords} keywords.`}
      </p>
    </>
  );
}
