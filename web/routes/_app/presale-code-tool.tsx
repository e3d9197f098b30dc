import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/presale-code-tool')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_app/presale-code-tool"!</div>;
}
