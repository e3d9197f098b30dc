interface ErrorText {
  title: string;
  description: string;
}

/** The specified texts by code. */
const DEFAULTS: Record<string, ErrorText> = {
  404: { title: 'Page not found', description: 'The requested page does not exist.' },
  502: {
    title: 'Server unavailable',
    description: 'The server is under maintenance. Please try again later.',
  },
  401: {
    title: 'Access denied',
    description: 'You are not authorized to access this page.',
  },
  403: {
    title: 'Forbidden',
    description: 'You do not have permission to access this resource.',
  },
  500: { title: 'Server error', description: 'An internal server error occurred.' },
};

const OTHER: ErrorText = {
  title: 'An error occurred',
  description: 'A problem occurred. Please try again.',
};

/** The texts for a code if its address contains none. */
export function defaultText(code: string | undefined): ErrorText {
  return (code === undefined ? undefined : DEFAULTS[code]) ?? OTHER;
}
