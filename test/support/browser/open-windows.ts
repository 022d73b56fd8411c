import type { BrowserContext } from 'playwright-core';

/** The open windows of the worker's browser. A separate module, because most test files open none of them. */
export const openWindows = new Set<BrowserContext>();
