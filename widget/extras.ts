import type * as SecondFile from './second-file/index.ts';
import { firstFileParts } from './first-file-parts.ts';

export type Extras = (typeof SecondFile)['extras'];

/** `import`, with the type of the second file; the build puts it in (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof SecondFile>;

let base = '';

/**
 * Sets the base URL of the service's endpoints: a script of another origin cannot import relative to itself.
 */
export const loadExtrasFrom = (address: string): void => {
  base = address;
};

/**
 * Loads the second file (docs/embed.md, Size) on first use, and passes it on. It is of the same release,
 * so it always fits this script; `failed` is called where the service does not have it, or the page forbids
 * it.
 */
export const extras = (use: (it: Extras) => void, failed = () => {}): void =>
  void importModule(`${base + WIDGET_RELEASE}extras.js`).then(({ extras: it }) => {
    it.share(firstFileParts);
    use(it);
  }, failed);
