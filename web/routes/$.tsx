import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any other path: the error page with the texts of part 2, word for word. */
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
