import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { expectInView } from '../../support/browser/visible.ts';
import { inRelease, moduleCode } from './bundle.ts';
import { FOREVER, type FakeService } from './fake-service.ts';

const LANGUAGES = new URL('../../../widget/languages/', import.meta.url);

export async function expectFocused(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one.matches(':focus'))).toBe(true);
  await expectInView(element);
}

/** Holds the response with a module or the texts of a language back until `release` is called. */
export async function holdFile(service: FakeService, name: string) {
  const go = Promise.withResolvers<undefined>();
  const isTexts = name.endsWith('.json');
  const code = isTexts ? await readFile(new URL(name, LANGUAGES), 'utf8') : await moduleCode(name);
  const path = await inRelease(name);
  service.fault(path, (_request, response) => {
    const headers = { 'content-type': 'text/javascript; charset=utf-8', ...FOREVER };
    void go.promise.then(() => response.writeHead(200, headers).end(code));
  });
  return { release: () => go.resolve(undefined) };
}
