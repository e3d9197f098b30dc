import * as z from 'zod/mini';
import { DomainError } from '../../shared/errors.ts';
import { readStored } from '../../shared/json.ts';

type FetchDatabase = (request: Request) => Promise<Response>;

/** A replica that does not answer with the current state within this time is skipped. */
export const REPLICA_WITHIN_MS = 2_000;
const PASSED_OVER_MS = 10_000;

/** Until when this isolate reads from the primary, because the replica has failed (milliseconds since the epoch). */
const failed = { until: 0 };

/**
 * Whether this isolate currently reads only from the primary, because the replica has recently
 * failed.
 */
const isPassedOver = (): boolean => Date.now() < failed.until;

/** The numbers are quoted, and a quote within a text is written with a backslash, so this finds no text of a row. */
const INDEXES = /"replication_index":"(\d+)"/g;

/** The numbers of changes that an answer names: one for each statement or batch that was executed. */
const indexesOf = (answer: string): number[] =>
  Array.from(answer.matchAll(INDEXES), ([, index]) => Number(index));

const pipeline = z.looseObject({
  requests: z.array(
    z.looseObject({
      stmt: z.optional(z.looseObject({})),
      batch: z.optional(z.looseObject({})),
    }),
  ),
});

/**
 * The state of the primary that one request has seen: the number of the last change, which each answer of the primary
 * names. The replica answers when it has that change, so a read there shows at least what was stored when the request
 * made its first call, and all that the request has written.
 */
export class SeenState {
  #index = 0;

  /**
   * Whether the replica can be read: the primary has answered, and the replica has not recently
   * failed.
   */
  get isReplicaReady(): boolean {
    return this.#index > 0 && !isPassedOver();
  }

  /** From now on, reads go to the primary for some seconds. */
  passOver(): void {
    failed.until = Date.now() + PASSED_OVER_MS;
  }

  /** Calls the primary, and records the state that its answer has seen. */
  noting(send: FetchDatabase): FetchDatabase {
    return async (request) => {
      const response = await send(request);
      const text = await response.text();
      for (const index of indexesOf(text)) this.#index = Math.max(this.#index, index);
      return new Response(text, response);
    };
  }

  /**
   * Calls the replica, which waits until it has seen the same state. A server that is not a replica
   * of this primary does not wait, which the numbers of its answer show.
   * @throws DomainError `unavailable` for an answer that is older than the primary's, or for an
   * error
   */
  awaiting(send: FetchDatabase): FetchDatabase {
    return async (request) => {
      const needed = this.#index;
      const replication_index = String(needed);
      const body = readStored(pipeline, await request.text());
      const requests = body.requests.map((one) => ({
        ...one,
        ...(one.stmt && { stmt: { ...one.stmt, replication_index } }),
        ...(one.batch && { batch: { ...one.batch, replication_index } }),
      }));
      const sent = new Request(request, { body: JSON.stringify({ ...body, requests }) });
      const response = await send(sent);
      const text = await response.text();
      const indexes = indexesOf(text);
      if (indexes.length === 0 || indexes.some((index) => index < needed))
        throw new DomainError('unavailable', 'The replica lacks what the primary has.');
      return new Response(text, response);
    };
  }
}
