import type { FirstFileParts } from '../first-file-parts.ts';
import { setContext, setScene, type FromFirstFile, type PanelParts } from '../second-file/context.ts';
import { share } from '../second-file/first-file-parts.ts';
import type { KnownConversations } from '../second-file/known-conversations.ts';
import type { State } from '../state.ts';
import { conversationList } from './conversation-list.ts';
import { emailLink } from './email-link.ts';
import styles from './style.css';
import { transcriptForm } from './transcript-form.ts';

/**
 * Parts that most visits do not use: the list of conversations, transcripts by e-mail, and links in e-mails.
 * The file is loaded when one is opened (widget/second-file/more.ts).
 */
export const more = (
  root: ShadowRoot,
  [parts, panel, given]: readonly [FirstFileParts, PanelParts, FromFirstFile],
  known: KnownConversations,
) => {
  share(parts);
  setContext(panel, given);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  const list = conversationList(known);
  const form = transcriptForm();
  const link = emailLink();
  return {
    openList: list.open,
    openTranscript: form.open,
    openLink: link.open,
    draw(state: State, locale: string) {
      setScene(state, locale);
      list.draw();
      form.draw();
      link.draw();
    },
  };
};
