import { spawn, type ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { findScript, FRAME, pointScript, type Engine, type Tab } from './engine.ts';
import { programOf } from './playwright-engines.ts';
import { openSession, type WebDriverSession } from './webdriver.ts';

/** WebKitGTK's small browser; packages of Debian and Fedora put it here. */
const BROWSERS = '/usr/{lib,lib64,libexec}/{,*/}webkit{2gtk-4,gtk-6}.*/MiniBrowser';
const START_MS = 20_000;
const ENTER = '\uE007';

/** Without its tool bar, which is 447 pixels wide at least, the browser is as narrow as a phone. */
const NO_BARS = `* { min-width: 0; min-height: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px }
image { -gtk-icon-source: none }`;

/** A folder of settings for the window system, which the browser reads. */
async function settingsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), NO_BARS);
  return folder;
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A screen in memory, where no window of the developer's gets in the way; its name. */
async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.stdio[3]?.once('data', (data) => {
      resolve(`:${String(data).trim()}`);
    });
  });
  return { display, process: screen };
}

async function untilReady(origin: string): Promise<void> {
  const endMs = Date.now() + START_MS;
  for (;;) {
    const isReady = await fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > endMs) throw new Error('WebKitWebDriver does not start.');
    await delay(50);
  }
}

/** Keys as the protocol wants them: each pressed and let go. */
const keys = (text: string) => ({
  actions: [
    {
      type: 'key',
      id: 'keyboard',
      actions: [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ],
});

/** A press of the mouse at a point of the page. */
const pointer = (x: number, y: number) => ({
  actions: [
    {
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
});

/** The point of a click, in pixels of the page or of a frame. */
const Point = z.nullable(z.tuple([z.number(), z.number()]));
const FRAME_CORNER = `((frame) => {
  const { left = 0, top = 0 } = frame?.getBoundingClientRect() ?? {};
  return [left, top];
})(${findScript({ css: `iframe[src*="${FRAME}"]` })})`;

function tabOf(session: WebDriverSession): Tab {
  const value = (expression: string) => session.execute(`return ${expression}`);
  const toPage = () => session.post('frame', { id: null });
  /** Into the frame of the widget, if there is one. */
  const toPlace = async () => {
    await toPage();
    const frame = await session.element(findScript({ css: `iframe[src*="${FRAME}"]` }));
    if (frame) await session.post('frame', { id: frame });
  };
  /** Clicks by the mouse, in pixels of the page: the server takes those of a frame for such, too. */
  const clickAt = async (point: z.output<typeof Point>, isFramed: boolean) => {
    if (!point) throw new Error('Another element is above it.');
    await toPage();
    const corner = isFramed ? Point.parse(await value(FRAME_CORNER)) : null;
    const [left, top] = corner ?? [0, 0];
    await session.post('actions', pointer(Math.round(left + point[0]), Math.round(top + point[1])));
  };
  return {
    async resize(width, height) {
      await toPage();
      await session.post('window/rect', { width, height });
    },
    goto: (url) => session.post('url', { url }),
    reload: () => session.post('refresh'),
    async find(wanted) {
      const script = findScript(wanted);
      await toPlace();
      const inPlace = await session.element(script);
      if (!inPlace) await toPage();
      const found = inPlace ?? (await session.element(script));
      if (!found) return undefined;
      return {
        // The command for clicks takes an element in a shadow root for covered.
        click: async () => clickAt(Point.parse(await value(pointScript(wanted))), inPlace !== undefined),
        text: async () => (await session.text(found)).trim(),
      };
    },
    type: (text) => session.post('actions', keys(text)),
    enter: () => session.post('actions', keys(ENTER)),
    async evaluate(expression) {
      await toPlace();
      return await value(expression);
    },
    close: () => session.close(),
  };
}

const browserPath = () => globSync(BROWSERS).toSorted().at(-1);

/** WebKitGTK, the engine that is nearest to Safari's on Linux, by its own WebDriver. */
export const WEBKIT: Engine = {
  name: 'WebKit',
  install: '`apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb`',
  path: () =>
    browserPath() !== undefined && programOf('XVFB_PATH', 'Xvfb') !== undefined
      ? programOf('WEBKIT_DRIVER_PATH', 'WebKitWebDriver')
      : undefined,
  async start(path) {
    const [screen, port, folder] = await Promise.all([startScreen(), freePort(), settingsFolder()]);
    const driver = spawn(path, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: screen.display, XDG_CONFIG_HOME: folder },
    });
    const origin = `http://127.0.0.1:${port}`;
    await untilReady(origin);
    const open = () =>
      openSession(origin, {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browserPath(), args: ['--automation'] },
      });
    const first = await open();
    const version = String(first.capabilities['browserVersion']);
    await first.close();
    return {
      name: `WebKitGTK ${version}`,
      open: async () => tabOf(await open()),
      async close() {
        driver.kill();
        screen.process.kill();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
