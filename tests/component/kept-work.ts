import type { NewWork, Work } from '../../shared/recent-work/schema.ts';
import type { Answer } from './desk.tsx';

const MOST_WORKS = 9;

/**
 * Answers the calls of recent work like a server that stores works. `bodies` grows with each save.
 */
export function keepWorks() {
  const works: Work[] = [];
  const bodies: Work['body'][] = [];
  const addWork = ({ token: _, ...work }: NewWork) => {
    const id = works.length + 1;
    bodies.push(work.body);
    works.push({ ...work, id, version: 1, updated_at: '2026-11-22T12:00:00Z' });
    return { success: true, id };
  };
  const saveWork = (id: number, content: Partial<Work>) => {
    const work = works[id - 1];
    if (work === undefined) throw new Error(`There is no work ${id}`);
    Object.assign(work, content, { version: work.version + 1 });
    bodies.push(work.body);
    return { success: true, version: work.version };
  };
  const answers: Record<string, Answer> = {
    'GET /recent-work': () => ({ success: true, data: [], total: 0, next_cursor: null }),
    'GET /recent-work/presets': () => ({ success: true, data: [] }),
    'POST /recent-work/find': ({ body }) => {
      const { key } = body as NewWork;
      return { success: true, data: works.findLast((work) => work.key === key) ?? null };
    },
    'POST /recent-work': ({ body }) => addWork(body as NewWork),
  };
  for (let id = 1; id <= MOST_WORKS; id++) {
    answers[`PUT /recent-work/${id}`] = ({ body }) => saveWork(id, body as Partial<Work>);
  }
  return { answers, bodies };
}
