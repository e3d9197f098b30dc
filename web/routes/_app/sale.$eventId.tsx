import { createFileRoute } from '@tanstack/react-router';
import { saleQuery } from '../../features/sales/page/sale-query.ts';
import { SaleScreen } from '../../features/sales/page/sale-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/sale/$eventId')({
  // The loader is part of the first load, so that the call starts with the click and not behind other code.
  codeSplitGroupings: [['component']],
  head: pageTitle('Dashboard - Sale'),
  loader: ({ context, params }) => startQuery(context, saleQuery(params.eventId)),
  component: SalePage,
});

function SalePage() {
  const { eventId } = Route.useParams();
  return <SaleScreen key={eventId} eventId={eventId} />;
}
