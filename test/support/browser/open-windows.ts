import type { BrowserContext } from 'playwright-core';

/** The windows of the worker's browser that are open; apart from it, since most files open none. */
export const openWindows = new Set<BrowserContext>();
