import type { FirstFileParts } from '../first-file-parts.ts';
import { setContext, setScene, type FromFirstFile, type PanelParts } from '../second-file/context.ts';
import { share } from '../second-file/first-file-parts.ts';
import type { State } from '../state.ts';
import { dropTarget } from './drop-target.ts';
import { fileTray } from './file-tray.ts';
import { imageViewer } from './image-viewer.ts';
import { sendFiles } from './send-files.ts';
import styles from './style.css';

/**
 * The files that the visitor is about to send, and images in their full size, in a file that is loaded with
 * the first of them (widget/second-file/files.ts).
 */
export const files = (
  root: ShadowRoot,
  [parts, panel, given]: readonly [FirstFileParts, PanelParts, FromFirstFile],
) => {
  share(parts);
  setContext(panel, given);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  const tray = fileTray(() => sending.send());
  const sending = sendFiles(tray);
  const viewer = imageViewer();
  const target = dropTarget();
  return {
    add: tray.add,
    openImage: viewer.open,
    draw(state: State, locale: string) {
      setScene(state, locale);
      tray.draw();
      sending.draw();
      viewer.draw();
      target.draw();
    },
  };
};
