import { takeLink } from './email-link.ts';
import type { PageApi, PostToFrame } from './loader-part.ts';

/** Parameters from the loader (loader-part.ts). */
declare const widget: PageApi;
declare const tell: PostToFrame;

const link = takeLink();
if (link) {
  // The frame exchanges the link, so that the page does not learn the conversation's id.
  tell('link', { link }, true);
  widget.on('ready', () => widget.open());
}
