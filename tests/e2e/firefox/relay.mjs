#!/usr/bin/env node
// A relay between Playwright and Firefox ESR, which lacks two things of WebDriver BiDi that Playwright needs: a command that
// it sends for each page, and the ids of downloads. Playwright starts this program as the browser; FIREFOX_PATH names the
// real one, which gets the arguments.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/** Emulates a colour scheme. Tests in Firefox choose the theme in the product. */
const MISSING_COMMAND = 'emulation.setMediaFeaturesOverride';
const DOWNLOAD_EVENTS = ['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd'];

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('error', (error) => {
  console.error(String(error));
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => firefox.kill(signal));

/**
 * A message of Firefox, with the address as the id of a download.
 * @param {string} text
 */
function withDownloadId(text) {
  if (!DOWNLOAD_EVENTS.some((name) => text.includes(name))) return text;
  const message = JSON.parse(text);
  if (!DOWNLOAD_EVENTS.includes(message.method)) return text;
  message.params.download ??= message.params.url;
  return JSON.stringify(message);
}

/** @param {string} address of Firefox */
function relay(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () => {
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : 0;
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(`${address}${url}`, { perMessageDeflate: false });
    const opened = new Promise((resolve) => browser.once('open', resolve));
    client.on('message', async (data) => {
      const text = data.toString();
      await opened;
      if (!text.includes(MISSING_COMMAND)) return browser.send(text);
      client.send(JSON.stringify({ type: 'success', id: JSON.parse(text).id, result: {} }));
    });
    browser.on('message', (data) => client.send(withDownloadId(data.toString())));
    client.on('close', () => browser.close());
    browser.on('close', () => client.close());
  });
}

let output = '';
firefox.stderr.setEncoding('utf8').on('data', (text) => {
  output += text;
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)\n/.exec(output)?.[1];
  if (address === undefined) return;
  firefox.stderr.removeAllListeners('data').resume();
  relay(address);
});
