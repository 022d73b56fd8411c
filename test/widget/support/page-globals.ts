import { afterAll, beforeAll, vi } from 'vitest';

/** The globals of a page that the widget's modules read, for suites that need no browser. */
export function pageGlobals(): { document: { hidden: boolean }; navigator: { onLine: boolean } } {
  const document = { hidden: false };
  const navigator = { onLine: true, language: 'en-GB' };
  beforeAll(() => {
    vi.stubGlobal('document', document);
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('location', { hash: '', origin: 'https://shop.example', pathname: '/' });
    // Nothing is due by the clock.
    vi.stubGlobal('window', { setTimeout: () => 1 });
  });
  afterAll(() => vi.unstubAllGlobals());
  return { document, navigator };
}
