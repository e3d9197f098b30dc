import { config } from 'zod/mini';

// The first import of the entry point, so that it runs before any schema is created. Zod would compile schemas with
// `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
