import type { Answer, Request } from '../answers.ts';
import { drawPicture, drawSeatMap } from '../pictures.ts';
import { createEventPages } from './event-pages.ts';
import { answerSignup } from './signup.ts';

/** A simulated page: returns null for paths that are not its own. */
type SimulatedPage = (request: Request) => Answer | null;

const svg = (drawing: string | null): Answer | null =>
  drawing === null
    ? null
    : {
        status: 200,
        headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
        body: drawing,
      };

/** Everything a simulator serves besides the providers' calls. A new kind of page is one more entry here. */
export const createPages = (): SimulatedPage[] => [
  (request) => svg(drawPicture(request.path)),
  (request) => svg(drawSeatMap(request.path)),
  answerSignup,
  createEventPages(),
];
