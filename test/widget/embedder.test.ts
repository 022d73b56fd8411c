import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { embedder, readMessage, type PageMessage } from '../../widget/frame/embedder.ts';

const SHOP = 'https://shop.example';
const OTHER = 'https://evil.example';

/** The messages to the page: the message and its target origin. */
const posted: unknown[] = [];
const page = { postMessage: (message: unknown, target: string) => posted.push([message, target]) };
let listeners: ((event: object) => void)[] = [];
const say = (event: object) => {
  for (const listener of listeners) listener({ source: page, origin: SHOP, ...event });
};
const HELLO = { chatWidget: 1, type: 'hello', open: true };

beforeAll(() => {
  vi.stubGlobal('parent', page);
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', (_name: string, listener: (event: object) => void) =>
    listeners.push(listener),
  );
});
afterEach(() => {
  listeners = [];
  posted.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

/** A frame that notes what it handles. */
function frame(origins: readonly unknown[] = [SHOP]) {
  const heard: unknown[] = [];
  const handle = (type: string) => (fields: object) => heard.push([type, fields]);
  const handlers: Record<PageMessage, (fields: object) => void> = {
    identify: handle('identify'),
    identity: handle('identity'),
    logout: handle('logout'),
    hello: handle('hello'),
    open: handle('open'),
    close: handle('close'),
    prefill: handle('prefill'),
    greet: handle('greet'),
    link: handle('link'),
    locale: handle('locale'),
    theme: handle('theme'),
    'request-human': handle('request-human'),
    reset: handle('reset'),
  };
  const tell = embedder(origins, handlers);
  return { tell, heard };
}

describe('the frame of a registered widget', () => {
  it('posts no message before its page has, and then only to the page’s origin', () => {
    const { tell, heard } = frame();
    tell('state', { count: 1 });
    expect(posted).toEqual([]);
    say({ data: HELLO });
    expect(heard).toEqual([['hello', HELLO]]);
    tell('state', { count: 1 });
    expect(posted).toEqual([[{ chatWidget: 1, type: 'state', count: 1 }, SHOP]]);
  });

  it.each([
    ['another origin', { origin: OTHER, data: HELLO }],
    ['a part of an origin', { origin: `${SHOP}.evil.example`, data: HELLO }],
    ['another window', { source: {}, data: HELLO }],
    ['a message without the mark', { data: { type: 'hello' } }],
    ['an unknown type', { data: { chatWidget: 1, type: 'toString' } }],
    ['no object', { data: 'hello' }],
    ['nothing', { data: null }],
  ])('ignores and does not answer %s', (_what, event) => {
    const { tell, heard } = frame();
    say(event);
    tell('state');
    expect([heard, posted]).toEqual([[], []]);
  });

  it('ignores messages if it is not in a frame', () => {
    vi.stubGlobal('parent', globalThis.window);
    const { heard } = frame();
    say({ source: globalThis.window, data: HELLO });
    vi.stubGlobal('parent', page);
    expect(heard).toEqual([]);
  });
});

it('only a message with the mark of the widget is read', () => {
  expect(readMessage(HELLO)).toEqual(['hello', HELLO]);
  expect(readMessage({ chatWidget: '1', type: 'hello' })[0]).toBe('');
});
