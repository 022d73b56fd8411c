import type { PanelContext } from '../panel/context.ts';
import { adoptStyles } from '../panel/place.ts';
import { dropTarget } from './drop-target.ts';
import { fileTray } from './file-tray.ts';
import { imageViewer } from './image-viewer.ts';
import { sendFiles } from './send-files.ts';
import styles from './style.css';

/** The files that the visitor is about to send, and images in their full size. */
export const files = (context: PanelContext) => {
  adoptStyles(context.place.root, styles);
  const tray = fileTray(context, () => sending.send());
  const sending = sendFiles(context, tray);
  const viewer = imageViewer(context);
  const target = dropTarget(context);
  return {
    add: tray.add,
    openImage: viewer.open,
    draw() {
      tray.draw();
      sending.draw();
      viewer.draw();
      target.draw();
    },
  };
};
