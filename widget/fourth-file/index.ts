import type { FirstFileParts } from '../first-file-parts.ts';
import { setContext, setScene, type FromFirstFile, type PanelParts } from '../second-file/context.ts';
import { share } from '../second-file/first-file-parts.ts';
import type { KnownConversations } from '../second-file/known-conversations.ts';
import type { Render } from '../second-file/render.ts';
import type { State } from '../state.ts';
import { conversationList } from './conversation-list.ts';
import { emailLink } from './email-link.ts';
import { askReason } from './reason-form.ts';
import { sourceSheet } from './source-sheet.ts';
import styles from './style.css';
import { transcriptForm } from './transcript-form.ts';

/**
 * Parts that most visits do not use: the list of conversations, transcripts by e-mail, links in e-mails,
 * passages of sources, and the reason of a rating. The file is loaded when one is opened
 * (widget/second-file/more.ts). `render` makes elements of Markdown.
 */
export const more = (
  root: ShadowRoot,
  [parts, panel, given]: readonly [FirstFileParts, PanelParts, FromFirstFile],
  [known, render]: readonly [KnownConversations, Render],
) => {
  share(parts);
  setContext(panel, given);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  const list = conversationList(known);
  const form = transcriptForm();
  const link = emailLink();
  const source = sourceSheet(render);
  return {
    openList: list.open,
    openTranscript: form.open,
    openLink: link.open,
    openSource: source.open,
    askReason,
    draw(state: State, locale: string) {
      setScene(state, locale);
      list.draw();
      form.draw();
      link.draw();
      source.draw();
    },
  };
};
