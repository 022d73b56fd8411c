import type * as SecondFile from './second-file/index.ts';
import { firstFileParts } from './first-file-parts.ts';

export type Extras = (typeof SecondFile)['extras'];

/** `import` with the type of the second file, inserted by the build (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof SecondFile>;

let base = '';

/**
 * Sets the base URL of the service's endpoints, because a script of another origin cannot use relative
 * imports.
 */
export const loadExtrasFrom = (address: string): void => {
  base = address;
};

/**
 * Loads the second file (docs/embed.md, Size) on first use. It is from the same release. `failed` is called
 * if it cannot be loaded or the page's policy forbids it.
 */
export const extras = (use: (it: Extras) => void, failed = () => {}): void =>
  void importModule(`${base + WIDGET_RELEASE}extras.js`).then(({ extras: it }) => {
    it.share(firstFileParts);
    use(it);
  }, failed);
