import { afterAll } from 'vitest';
import { repeatRandomValues } from '../setup/repeatable.ts';
import { expectDocumentedBodies } from './answers.ts';

repeatRandomValues();
afterAll(expectDocumentedBodies);
