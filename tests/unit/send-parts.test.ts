import { describe, expect, test, vi } from 'vitest';
import { sendParts } from '../../web/kit/file-import/send-parts.ts';
import { ApiError } from '../../web/lib/api-error.ts';

const PARTS = [1, 2, 3, 4, 5];
const lost = new ApiError('network', 'The server could not be reached.');
const busy = new ApiError('server', 'The database is away.', { status: 503 });
const refused = new ApiError('server', 'The row is wrong.', { status: 400 });
const { signal: never } = new AbortController();

describe('the parts of an upload', () => {
  test('are sent in order, as many at a time as allowed', async () => {
    const sent: number[] = [];
    let underWay = 0;
    let most = 0;
    const send = async (part: number) => {
      sent.push(part);
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
    };
    await sendParts(PARTS, { atOnce: 3, signal: never, send });
    expect(sent).toEqual(PARTS);
    expect(most).toBe(3);
  });

  test.each([
    ['the network is lost', lost],
    ['the server is briefly unavailable', busy],
  ])('are sent up to three times when %s', async (_, error) => {
    const send = vi.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(error);
    await sendParts([1], { atOnce: 1, signal: never, send });
    expect(send).toHaveBeenCalledTimes(3);
    const failing = vi.fn().mockRejectedValue(error);
    await expect(sendParts([1], { atOnce: 1, signal: never, send: failing })).rejects.toBe(error);
    expect(failing).toHaveBeenCalledTimes(3);
  });

  test('end with the first failure, after the pending ones', async () => {
    const stored: number[] = [];
    const send = async (part: number) => {
      if (part === 1) throw refused;
      await Promise.resolve();
      stored.push(part);
    };
    await expect(sendParts(PARTS, { atOnce: 3, signal: never, send })).rejects.toBe(refused);
    expect(stored).toEqual([2, 3]);
  });

  test('end with a cancellation, unless all are sent', async () => {
    const stopped = new Error('Cancelled');
    for (const last of [2, 5]) {
      const controller = new AbortController();
      const send = vi.fn(async (part: number) => {
        if (part === last) controller.abort(stopped);
      });
      const end = sendParts(PARTS, { atOnce: 1, signal: controller.signal, send });
      await (last === 5 ? end : expect(end).rejects.toBe(stopped));
      expect(send).toHaveBeenCalledTimes(last);
    }
  });
});
