import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any other path leads to the error page. Its text is specified, including the grammar. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({
      to: '/error',
      replace: true,
      search: {
        code: '404',
        title: '404 - Page Not Found',
        desc: 'The requested page does not exists.',
        btn: 'Return',
      },
    });
  },
});
