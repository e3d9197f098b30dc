import { ChevronDown, ScanSearch } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { checkPageAddress } from '../../../shared/signup/page-address.ts';
import { isFocusLost } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { BlockedReason, Field, FieldError } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import type { Signup } from './use-signup.ts';

interface UrlFormProps {
  typed: string;
  onTyped: (url: string) => void;
  signup: Signup;
  /**
   * Whether this page's form was submitted: the events that it found replace it with another form,
   * which gets the focus.
   */
  wasSubmitted: RefObject<boolean>;
}

/** The page's address, and its pasted source for a site that refuses automated readers. */
export function UrlForm({ typed, onTyped, signup, wasSubmitted }: UrlFormProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wasSubmitted.current && isFocusLost()) input.current?.focus();
    wasSubmitted.current = false;
  }, [wasSubmitted]);
  const [isPasting, setIsPasting] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const pasteId = useId();
  const reasonId = useId();
  const { source, setSource } = signup;
  const url = typed.trim();
  const problem = url === '' ? 'Enter a signup URL.' : checkPageAddress(url);
  const isPasteOpen = isPasting || signup.error !== null;
  const submit = () => {
    setIsTried(true);
    if (problem !== null || signup.busy === 'extracting') return;
    const pasted = isPasteOpen && source.trim() !== '' ? source : undefined;
    wasSubmitted.current = true;
    signup.extract(url, pasted);
  };
  return (
    <form
      className="flex flex-col gap-3 border-b border-border p-5 max-md:px-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Signup URL" error={isTried ? problem : null}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            data-page-search=""
            data-page-start=""
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://signup.ticketmaster.com/..."
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={signup.state || (signup.error && source === '') ? 'secondary' : 'primary'}
        busy={signup.busy === 'extracting'}
        aria-disabled={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : reasonId}
        icon={<ScanSearch />}
      >
        {signup.busy === 'extracting' ? 'Extracting events' : 'Extract Events'}
      </Button>
      {problem === null ? null : <BlockedReason id={reasonId}>{problem}</BlockedReason>}
      <Button
        size="xs"
        variant="ghost"
        className="-ml-1 self-start"
        aria-expanded={isPasteOpen}
        aria-controls={pasteId}
        icon={<ChevronDown className={isPasteOpen ? 'rotate-180' : undefined} />}
        onClick={() => setIsPasting(!isPasteOpen)}
      >
        Paste the page source
      </Button>
      <div id={pasteId} hidden={!isPasteOpen}>
        <PageSource source={source} onChange={setSource} hasAddress={url !== ''} />
      </div>
    </form>
  );
}

interface PageSourceProps {
  source: string;
  onChange: (source: string) => void;
  hasAddress: boolean;
}

function PageSource({ source, onChange, hasAddress }: PageSourceProps) {
  return (
    <>
      <Field
        label="Page source"
        optional
        hint="Where the site refuses an automated reader: open the page in your browser, view its source, and paste all of it. It is read as text and never executed."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            spellCheck={false}
            className="mono"
            value={source}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {source.trim() !== '' && !hasAddress ? (
        <FieldError>Enter the address of the page too.</FieldError>
      ) : null}
    </>
  );
}
