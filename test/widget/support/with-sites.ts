import { afterEach, it } from 'vitest';
import { startRegisteredSite } from './registered-site.ts';
import { startSite } from './site.ts';

/** Each test starts the sites that it needs, and they end with it. */
function closedAfterEach<Options, T extends { stop(): Promise<void> }>(
  start: (options?: Options) => Promise<T>,
): (options?: Options) => Promise<T> {
  const sites: T[] = [];
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
  });
  return async (options) => {
    const site = await start(options);
    sites.push(site);
    return site;
  };
}

export const withSites = () => closedAfterEach(startSite);

export const withRegisteredSites = () => closedAfterEach(startRegisteredSite);

/** `it` with a `site` that the test has for itself, and that ends with it. */
function onFresh<T extends { stop(): Promise<void> }>(start: () => Promise<T>) {
  return it.extend('site', async ({ onTestFinished }) => {
    const site = await start();
    onTestFinished(() => site.stop());
    return site;
  });
}

export const onSite = onFresh(() => startSite());

export const onRegisteredSite = onFresh(() => startRegisteredSite());

/** Both widgets by name, for the suites of what they share. */
export const WIDGETS = [
  ['the plain widget', withSites],
  ['a registered widget', withRegisteredSites],
] as const;
