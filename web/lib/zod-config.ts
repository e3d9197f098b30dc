import { config } from 'zod/mini';

// In one chunk with Zod (see vite.config.ts), so that it runs before any schema is created. Zod compiles schemas with `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
