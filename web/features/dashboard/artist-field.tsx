import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';

/** The artist search in the top bar. It has the focus after signing in: most days begin with an artist. */
export function ArtistField() {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const isArrival = router.state.resolvedLocation?.pathname === '/login';
    if (isArrival && !matchMedia('(pointer: coarse)').matches) input.current?.focus();
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
