import { createFileRoute } from '@tanstack/react-router';
import { watchRulesQuery } from '../../features/watch-rules/queries.ts';
import { WatchRulesScreen } from '../../features/watch-rules/watch-rules-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/watch-rules')({
  head: pageTitle('Dashboard - Watch Rules'),
  loader: ({ context }) => startQuery(context, watchRulesQuery),
  component: WatchRulesScreen,
});
