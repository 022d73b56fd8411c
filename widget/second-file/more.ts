import type * as FourthFile from '../fourth-file/index.ts';
import { locale, state, type FromFirstFile, type PanelParts } from './context.ts';
import { firstFile } from './first-file-parts.ts';
import type { KnownConversations } from './known-conversations.ts';

/** `import` with the type of the fourth file, inserted by the build (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof FourthFile>;

type More = ReturnType<typeof FourthFile.more>;

/** Loads the fourth file on first use, from the folder of this one. */
export const moreOf = (
  root: ShadowRoot,
  panel: PanelParts,
  given: FromFirstFile,
  known: KnownConversations,
) => {
  let loaded: More | undefined;
  const draw = () => loaded?.draw(state, locale);
  return {
    draw,
    /** Uses a part. Resolves to false if the file could not be loaded. */
    use: (act: (it: More) => void): Promise<boolean> =>
      importModule('./more.js').then(
        ({ more }) => {
          loaded ??= more(root, [firstFile, panel, given], known);
          draw();
          act(loaded);
          return true;
        },
        () => false,
      ),
  };
};

export type MoreOf = ReturnType<typeof moreOf>;
