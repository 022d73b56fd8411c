import { h } from '../dom.ts';
import type { CheckModule, ModuleName } from '../panel/modules.ts';
import type * as Panel from '../panel/index.ts';

/**
 * The files of each module with the hash of their bytes (W3C Subresource Integrity), inserted by the build.
 * Who pins the script pins them, too (docs/adr/0053).
 */
declare const MODULES: Readonly<Record<ModuleName, Readonly<Record<string, string>>>>;

/** The browser's own one, because a page can replace `window.Promise`. */
const OwnPromise = (async () => {})().constructor as PromiseConstructor;

/**
 * Loads the modules of the script's own release. `place` is on the page, and `nonce` is that of the page's
 * policy. Each file is loaded by a `link` with its hash, as the module that an `import` of the same address
 * then gets. A file with other bytes is refused, except by Safari, which does not check them.
 */
export const ownModules = (release: string, place: Element, nonce: string) => {
  const checked = new Map<string, Promise<void>>();

  const check = (file: string, integrity: string): Promise<void> => {
    const before = checked.get(file);
    if (before) return before;
    const link = h('link');
    const loaded = new OwnPromise<void>((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => {
        checked.delete(file);
        reject(new Error(file));
      };
    }).finally(() => link.remove());
    checked.set(file, loaded);
    link.rel = 'modulepreload';
    link.href = release + file;
    link.integrity = integrity;
    link.nonce = nonce;
    place.append(link);
    return loaded;
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
