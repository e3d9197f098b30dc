export { forgetOldAttempts } from './login-limits.ts';
export { authenticate } from './service.ts';
