import { afterAll } from 'vitest';
import { expectDocumentedBodies } from './answers.ts';

afterAll(expectDocumentedBodies);
