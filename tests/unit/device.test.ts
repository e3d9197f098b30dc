import { expect, test } from 'vitest';
import { deviceOf } from '../../web/features/account/sessions/device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1 Version/18.0 Safari/605.1',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/140.0 Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['curl/8.10.1', 'curl/8.10.1'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
