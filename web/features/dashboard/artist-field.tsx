import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusSearch, wouldOpenKeyboard } from '../../lib/focus.ts';
import { buttonClass } from '../../ui/button-styles.ts';
import { SearchInput } from '../../ui/search-input.tsx';

/**
 * The artist search in the top bar. It has the focus after signing in, because most days begin with
 * an artist.
 */
export function ArtistField() {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const isArrival = router.state.resolvedLocation?.pathname === '/login';
    if (isArrival && !wouldOpenKeyboard()) input.current?.focus();
  }, [router]);
  return (
    <search className="w-52 max-md:hidden">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const artistName = name.trim();
          if (artistName === '') return;
          void navigate({ to: '/ticketmaster', search: { artistName, open: 'match' } });
        }}
      >
        <SearchInput
          ref={input}
          label="Search artists"
          placeholder="Artist name"
          value={name}
          onChange={setName}
        />
      </form>
    </search>
  );
}

/** Opens the artist search, ready for typing. */
export function FindEvents() {
  const router = useRouter();
  const focusOnArrival = () => {
    const stop = router.subscribe('onRendered', () => {
      stop();
      if (!wouldOpenKeyboard()) focusSearch();
    });
  };
  return (
    <Link to="/ticketmaster" className={buttonClass('primary', 'sm')} onClick={focusOnArrival}>
      <Search />
      Find events
    </Link>
  );
}
