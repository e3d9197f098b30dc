import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebKit } from '../../../scripts/checks/system-programs.ts';
import { findFreePort, readStatus, waitUntil } from '../../../scripts/launch/network.ts';
import { endWithThisProcess } from '../../../scripts/launch/processes.ts';

/** How WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type FoundElement = Record<typeof ELEMENT, string>;

/** Key codes of WebDriver. */
export const KEY = { control: '\uE009', enter: '\uE007', backspace: '\uE003' };

/** Longer than any step takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** Runs in the page: the first visible element of this role whose name contains the text. */
function findByRole(role: string, text: string): unknown {
  const selectors: Record<string, string> = {
    button: 'button',
    checkbox: 'input[type=checkbox],[role=checkbox]',
    field: 'input,textarea,[role=combobox]',
  };
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const labels = 'labels' in element ? [...((element.labels ?? []) as NodeListOf<Element>)] : [];
    const own = element.getAttribute('aria-label') ?? labelled;
    return own || labels.map((label) => label.textContent).join(' ') || element.textContent || '';
  };
  const elements = [...document.querySelectorAll(selectors[role] ?? role)];
  const isVisible = (element: Element) => element.getClientRects().length > 0;
  return (
    elements.findLast((element) => isVisible(element) && nameOf(element).includes(text)) ?? null
  );
}

/**
 * Runs in the page: chooses a file in the last input for files. WebKitGTK's driver cannot set the path of a hidden one.
 */
function chooseFile(name: string, text: string): boolean {
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].at(-1);
  if (input === undefined) return false;
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: 'text/csv' }));
  input.files = transfer.files;
  return input.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * One WebKitGTK, controlled by WebDriver, which has Safari's engine on Linux, on a display of its
 * own.
 */
export class WebKit {
  readonly #parts: ChildProcess[];
  readonly #session: string;

  private constructor(parts: ChildProcess[], session: string) {
    this.#parts = parts;
    this.#session = session;
  }

  static async start(): Promise<WebKit> {
    const { driver = '', browser = '', display = '' } = findWebKit() ?? {};
    const port = await findFreePort();
    // The display chooses a free number, and writes it to file descriptor 3.
    const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1500x1000x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    endWithThisProcess(screen);
    const number = await new Promise<string>((resolve, reject) => {
      screen.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
      screen.once('exit', () => reject(new Error(`${display} ended.`)));
    });
    const env = {
      ...process.env,
      DISPLAY: `:${number}`,
      // Layers that OpenGL puts together without a graphics card take a quarter of the processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    const sandbox = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const server = spawn(driver, [`--port=${port}`], {
      env: { ...env, ...sandbox },
      stdio: 'ignore',
    });
    endWithThisProcess(server);
    const ended = new Promise<string>((resolve) =>
      server.once('exit', () => resolve('The driver ended.')),
    );
    const origin = `http://127.0.0.1:${port}`;
    await waitUntil('The driver', async () => (await readStatus(`${origin}/status`)) > 0, ended);
    const options = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const session = await send<{ sessionId: string }>(`${origin}/session`, 'POST', {
      capabilities,
    });
    return new WebKit([server, screen], `${origin}/session/${session.sessionId}`);
  }

  async stop(): Promise<void> {
    await this.#call('DELETE', '').catch(() => undefined);
    for (const part of this.#parts) part.kill();
  }

  /** Loads a page, and from then on collects its errors and the files that it saves. */
  async open(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
    await this.run(() => {
      const kept = { errors: [] as string[], files: [] as Blob[] };
      Object.assign(window, { kept });
      addEventListener('error', (event) => kept.errors.push(event.message));
      addEventListener('unhandledrejection', (event) => kept.errors.push(String(event.reason)));
      console.error = (...args: unknown[]) => kept.errors.push(args.map(String).join(' '));
      const make = URL.createObjectURL;
      URL.createObjectURL = (file) => {
        if (file instanceof Blob) kept.files.push(file);
        return make.call(URL, file);
      };
    });
  }

  /** Runs a function in the page. */
  run<T, Args extends unknown[]>(script: (...args: Args) => T, ...args: Args): Promise<Awaited<T>> {
    return this.#call('POST', '/execute/sync', {
      script: `return (${script}).apply(null, arguments)`,
      args,
    });
  }

  /** Repeats until the result is true; fails with the text of the page. */
  async until(description: string, check: () => Promise<boolean>): Promise<void> {
    for (const endsAt = Date.now() + PATIENCE_MS; Date.now() < endsAt; await pause(100)) {
      if (await check()) return;
    }
    throw new Error(
      `${description}: not within ${PATIENCE_MS} ms. The page:\n${await this.text()}`,
    );
  }

  text(): Promise<string> {
    return this.run(() => document.body.innerText);
  }

  shows(text: string | RegExp): Promise<void> {
    const pattern =
      typeof text === 'string' ? { test: (shown: string) => shown.includes(text) } : text;
    return this.until(`The page shows ${text}`, async () => pattern.test(await this.text()));
  }

  async find(role: string, name: string): Promise<string> {
    let element: FoundElement | null = null;
    await this.until(`There is a ${role} ${name}`, async () => {
      element = (await this.run(findByRole, role, name)) as FoundElement | null;
      return element !== null;
    });
    return (element as FoundElement | null)?.[ELEMENT] ?? '';
  }

  async click(role: string, name: string): Promise<void> {
    await this.#call('POST', `/element/${await this.find(role, name)}/click`, {});
  }

  /** Chooses a CSV file once the page has an input for files. */
  chooseFile(name: string, text: string): Promise<void> {
    return this.until('There is an input for files', () => this.run(chooseFile, name, text));
  }

  /** Types into a field. */
  async typeInto(role: string, name: string, text: string): Promise<void> {
    await this.#call('POST', `/element/${await this.find(role, name)}/value`, { text });
  }

  /** Presses keys, the first ones of a chord until the last one is released. */
  async press(...keys: string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    const actions = [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }];
    await this.#call('POST', '/actions', { actions });
  }

  /** Sets the size of the window, and returns the width of the page. */
  async resize(width: number, height: number): Promise<number> {
    await this.#call('POST', '/window/rect', { width, height });
    return this.run(() => innerWidth);
  }

  #call<T>(method: string, path: string, body?: object): Promise<T> {
    return send<T>(this.#session + path, method, body);
  }
}

async function send<T>(url: string, method: string, body?: object): Promise<T> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const { value } = await (await fetch(url, init)).json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
