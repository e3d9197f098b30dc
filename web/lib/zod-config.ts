import { config } from 'zod/mini';

// Stands in one chunk with Zod (see vite.config.ts), so that it runs before any schema is made. Zod compiles schemas with `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
