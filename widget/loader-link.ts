import { takeLink } from './email-link.ts';
import type { PageApi, TellFrame } from './loader-part.ts';

/** The loader calls this part with what it needs (loader-part.ts). */
declare const widget: PageApi;
declare const tell: TellFrame;

const link = takeLink();
if (link) {
  // The frame exchanges it: the page does not learn which conversation it is.
  tell('link', { link }, true);
  widget.on('ready', () => widget.open());
}
