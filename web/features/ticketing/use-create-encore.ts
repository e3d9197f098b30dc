import { useRouter } from '@tanstack/react-router';

/** More ids than this make an address that servers and proxies refuse. */
export const MOST_ENCORE_EVENTS = 500;

/** Opens the Encore Tool with events (part 2, "Create Encore Tool (N)"). The commas stay readable in the address. */
export function useCreateEncore(): (ids: readonly string[]) => void {
  const { history } = useRouter();
  return (ids) => history.push(`/encore-tool?events=${ids.map(encodeURIComponent).join(',')}`);
}
