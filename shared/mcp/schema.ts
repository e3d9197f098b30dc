import * as z from 'zod/mini';

const version = z.literal('2.0');
const callId = z.union([z.string(), z.int()]);

/** A JSON-RPC call, or a notification, which has no `id`. */
export const rpcCall = z.object({
  jsonrpc: version,
  id: z.optional(callId),
  /** Such as `tools/list` and `tools/call`. */
  method: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
});

const rpcError = z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) });

/** A failed JSON-RPC call; `id` is null if it could not be read. */
export const rpcFailure = z.object({ jsonrpc: version, id: z.nullable(callId), error: rpcError });

/** The answer to a JSON-RPC call. A tool that fails answers with a result whose `isError` is true. */
export const rpcAnswer = z.union([
  z.object({ jsonrpc: version, id: callId, result: z.record(z.string(), z.unknown()) }),
  rpcFailure,
]);

/** An artist of the Events screen, as the tool event_ranking lists it. */
export const rankedArtist = z.object({
  id: z.int(),
  name: z.string(),
  final_score: z.nullable(z.number()),
  category_score: z.nullable(z.number()),
  concerts: z.int(),
  coming_sales: z.int(),
  countries: z.array(z.string()),
});
export type RankedArtist = z.infer<typeof rankedArtist>;
