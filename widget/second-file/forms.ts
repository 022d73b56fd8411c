import type * as ThirdFile from '../third-file/index.ts';
import type { Absence } from './availability.ts';
import type { FromFirstFile, PanelParts } from './context.ts';
import { locale, state } from './context.ts';
import { firstFile } from './first-file-parts.ts';

/** `import`, with the type of the third file; the build puts it in (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof ThirdFile>;

/** The conversation is with a person, has ended, or has actions. */
const isNeeded = () =>
  state.status !== 'open' ||
  !!(state.answer?.progress ?? state.answer?.acting) ||
  state.messages.some(({ proposal, offers }) => proposal || offers);

/**
 * The forms of the third file, which is loaded once they are needed. It is in the folder of this one. If it
 * could not be loaded, the next drawing tries it again.
 */
export const formsOf = (
  root: ShadowRoot,
  panel: PanelParts,
  given: FromFirstFile,
  redraw: () => void,
): ((absence: Absence) => void) => {
  let draw: ReturnType<typeof ThirdFile.forms> | undefined;
  let isLoading = false;
  return (absence) => {
    draw?.(state, locale, absence);
    if (draw || isLoading || !isNeeded()) return;
    isLoading = true;
    void importModule('./forms.js').then(
      (it) => {
        draw = it.forms(root, [firstFile, panel, given], redraw);
        redraw();
      },
      () => {
        isLoading = false;
      },
    );
  };
};
