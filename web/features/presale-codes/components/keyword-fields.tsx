import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';

interface KeywordFieldsProps {
  words: readonly string[];
  onChange: (words: string[]) => void;
}

/** A row per keyword, each removable; one row always remains. */
export function KeywordFields({ words, onChange }: KeywordFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const change = (index: number, text: string) =>
    onChange(words.map((word, i) => (i === index ? text : word)));
  const remove = (index: number) => {
    const left = words.filter((_, i) => i !== index);
    onChange(left.length > 0 ? left : ['']);
    focusRow(Math.max(0, index - 1));
  };
  const add = () => {
    onChange([...words, '']);
    focusRow(words.length);
  };
  /** A pasted list makes a row of each of its lines. */
  const pasteList = (event: ClipboardEvent, index: number) => {
    const lines = event.clipboardData.getData('text').split(/[\r\n]+/);
    const pasted = lines.map((line) => line.trim()).filter((line) => line !== '');
    if (pasted.length < 2) return;
    event.preventDefault();
    const next = [...words.slice(0, index), ...pasted, ...words.slice(index + 1)];
    onChange(next.slice(0, SEARCH_LIMITS.keywords).map((line) => line.slice(0, 200)));
  };
  return (
    <>
      <ul ref={list} className="m-0 flex list-none flex-col gap-1.5 p-0">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a keyword has no identity but its place in the list.
          <li key={index} className="flex items-center gap-1">
            <Input
              aria-label={`Keyword ${index + 1}`}
              placeholder="Artist name, tour or event"
              maxLength={200}
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
              icon={<X aria-hidden="true" strokeWidth={1.75} />}
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
        icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
        onClick={add}
      >
        Add Keyword
      </Button>
    </>
  );
}
