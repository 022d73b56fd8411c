import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { expectInView } from '../../support/browser/visible.ts';
import { fifthFile, fourthFile, inRelease, secondFile, thirdFile } from './bundle.ts';
import type { FakeService } from './fake-service.ts';

export async function expectFocused(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one.matches(':focus'))).toBe(true);
  await expectInView(element);
}

const FILES = {
  'extras.js': secondFile,
  'forms.js': thirdFile,
  'more.js': fourthFile,
  'files.js': fifthFile,
};

/** Holds the response with a file of the widget back until `release` is called. */
export async function holdFile(service: FakeService, name: keyof typeof FILES) {
  const go = Promise.withResolvers<undefined>();
  const [path, code] = [await inRelease(name), await FILES[name]()];
  service.fault(path, (_request, response) => {
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    void go.promise.then(() => response.end(code));
  });
  return { release: () => go.resolve(undefined) };
}
