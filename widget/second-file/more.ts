import type * as FourthFile from '../fourth-file/index.ts';
import type { FromFirstFile, PanelParts } from './context.ts';
import { firstFile } from './first-file-parts.ts';
import type { KnownConversations } from './known-conversations.ts';
import { loadedPart } from './loaded-part.ts';
import { render } from './render.ts';

/** `import` with the type of the fourth file, inserted by the build (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof FourthFile>;

/** Loads the fourth file on first use, from the folder of this one. */
export const moreOf = (
  root: ShadowRoot,
  panel: PanelParts,
  given: FromFirstFile,
  known: KnownConversations,
) =>
  loadedPart(async () => {
    const { more } = await importModule('./more.js');
    return () => more(root, [firstFile, panel, given], [known, render]);
  });

export type MoreOf = ReturnType<typeof moreOf>;
