import { h } from '../dom.ts';
import type { CheckModule, ModuleName } from '../panel/modules.ts';
import type * as Panel from '../panel/index.ts';
import { OwnPromise, withTimeout } from '../with-timeout.ts';

/**
 * The files of each module with the hash of their bytes (W3C Subresource Integrity), inserted by the build.
 * Who pins the script pins them, too (docs/adr/0053).
 */
declare const MODULES: Readonly<Record<ModuleName, Readonly<Record<string, string>>>>;

/** Fetches a file into the browser's cache. Throws if the service does not have it. */
const fetchIntoCache = async (address: string, signal: AbortSignal): Promise<void> => {
  let status = 0;
  try {
    const response = await fetch(address, { signal });
    ({ status } = response);
    await response.text();
  } catch {
    // The page forbids the request, or its own `fetch` fails. The link does without.
  }
  signal.throwIfAborted();
  if (status >= 400) throw new Error(`${status}: ${address}`);
};

/**
 * Loads the modules of the script's own release. `place` is on the page, and `nonce` is that of the page's
 * policy. Each file is loaded by a `link` with its hash, as the module that an `import` of the same address
 * then gets. A file with other bytes is refused, except by Safari, which does not check them.
 *
 * Neither link nor import can be ended, and later ones of the same address wait for the first. So the file
 * is first fetched into the browser's cache. That request ends with the time-out, and the next try makes a
 * new one.
 */
export const ownModules = (release: string, place: Element, nonce: string) => {
  const checked = new Map<string, Promise<void>>();

  const preload = async (file: string, integrity: string): Promise<void> => {
    const link = h('link');
    link.rel = 'modulepreload';
    link.href = release + file;
    link.integrity = integrity;
    link.nonce = nonce;
    try {
      await withTimeout(async (signal) => {
        await fetchIntoCache(link.href, signal);
        await new OwnPromise<void>((resolve, reject) => {
          link.onload = () => resolve();
          link.onerror = () => reject(new Error(file));
          place.append(link);
        });
      });
    } finally {
      link.remove();
    }
  };

  const check = (file: string, integrity: string): Promise<void> => {
    const before = checked.get(file);
    if (before) return before;
    const loading = preload(file, integrity);
    checked.set(file, loading);
    loading.catch(() => checked.delete(file));
    return loading;
  };

  const checkModule: CheckModule = (name) =>
    OwnPromise.all(Object.entries(MODULES[name]).map(([file, integrity]) => check(file, integrity)));

  return {
    checkModule,
    /** Loads the panel, and once more if that has failed. */
    async panel(): Promise<typeof Panel> {
      const load = async () => {
        await checkModule('panel');
        return await (import(`${release}panel.js`) as Promise<typeof Panel>);
      };
      return await load().catch(load);
    },
  };
};
