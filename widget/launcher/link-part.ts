import { takeLink } from '../stub/email-link.ts';
import type { PageApi, PostToFrame } from './part.ts';

/** Parameters from the script (part.ts). */
declare const widget: PageApi;
declare const tell: PostToFrame;

const link = takeLink();
if (link) {
  // The frame exchanges the link, so that the page does not learn the conversation's id.
  tell('link', { link }, true);
  widget.on('ready', () => widget.open());
}
