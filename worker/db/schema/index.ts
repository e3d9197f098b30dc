export * from './activity.ts';
export * from './audit.ts';
export * from './event-sections.ts';
export * from './imap-accounts.ts';
export * from './operators.ts';
export * from './profiles.ts';
export * from './queues.ts';
export * from './recent-searches.ts';
