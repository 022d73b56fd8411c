import type * as FifthFile from '../fifth-file/index.ts';
import type { FromFirstFile, PanelParts } from './context.ts';
import { firstFile } from './first-file-parts.ts';
import { loadedPart } from './loaded-part.ts';

/** `import` with the type of the fifth file, inserted by the build (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof FifthFile>;

/** Loads the fifth file on first use, from the folder of this one. */
export const filesOf = (root: ShadowRoot, panel: PanelParts, given: FromFirstFile) =>
  loadedPart(async () => {
    const { files } = await importModule('./files.js');
    return () => files(root, [firstFile, panel, given]);
  });

export type FilesOf = ReturnType<typeof filesOf>;
