export * from './audit.ts';
export * from './operators.ts';
