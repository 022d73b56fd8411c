import type { PanelContext } from '../panel/context.ts';
import type { KnownConversations } from '../panel/known-conversations.ts';
import { adoptStyles } from '../panel/place.ts';
import { conversationList } from './conversation-list.ts';
import { linkPage } from './link-page.ts';
import { reasonForms } from './reason-form.ts';
import { sourceSheet } from './source-sheet.ts';
import styles from './style.css';
import { copyTranscript, saveTranscript } from './transcript.ts';
import { transcriptForm } from './transcript-form.ts';

/**
 * Parts that most visits do not use: the list of conversations, transcripts, links in e-mails, passages of
 * sources, and the reason of a rating.
 */
export const conversations = (context: PanelContext, known: KnownConversations) => {
  adoptStyles(context.place.root, styles);
  const list = conversationList(context, known);
  const form = transcriptForm(context);
  const link = linkPage(context);
  const source = sourceSheet(context);
  const reasons = reasonForms(context);
  return {
    openList: list.open,
    openTranscript: form.open,
    copyTranscript: () => copyTranscript(context),
    saveTranscript: () => saveTranscript(context),
    openLink: link.open,
    openSource: source.open,
    askReason: reasons.ask,
    draw() {
      list.draw();
      form.draw();
      link.draw();
      source.draw();
      reasons.draw();
    },
  };
};
