import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { expectInView } from '../../support/browser/visible.ts';
import { inRelease, moduleCode } from './bundle.ts';
import type { FakeService } from './fake-service.ts';

export async function expectFocused(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one.matches(':focus'))).toBe(true);
  await expectInView(element);
}

/** Holds the response with a module of the widget back until `release` is called. */
export async function holdFile(service: FakeService, name: string) {
  const go = Promise.withResolvers<undefined>();
  const [path, code] = [await inRelease(name), await moduleCode(name)];
  service.fault(path, (_request, response) => {
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    void go.promise.then(() => response.end(code));
  });
  return { release: () => go.resolve(undefined) };
}
