import { createFileRoute } from '@tanstack/react-router';
import { saleQuery } from '../../features/sales/page/queries.ts';
import { SaleScreen } from '../../features/sales/page/sale-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/sale/$eventId')({
  head: pageTitle('Dashboard - Sale'),
  loader: ({ context, params }) => startQuery(context, saleQuery(params.eventId)),
  component: SalePage,
});

function SalePage() {
  const { eventId } = Route.useParams();
  return <SaleScreen key={eventId} eventId={eventId} />;
}
