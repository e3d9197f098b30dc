export * from './audit.ts';
export * from './operators.ts';
export * from './queues.ts';
