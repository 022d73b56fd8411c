import type { FirstFileParts } from '../first-file-parts.ts';
import type { Absence } from '../second-file/availability.ts';
import {
  chat,
  config,
  setContext,
  setScene,
  type FromFirstFile,
  type PanelParts,
} from '../second-file/context.ts';
import { share } from '../second-file/first-file-parts.ts';
import { unread, type State } from '../state.ts';
import { titleCount } from '../title-count.ts';
import { actionCards } from './action-cards.ts';
import { closeQuestion } from './close-question.ts';
import { contactForm } from './contact-form.ts';
import { emailNote } from './email-note.ts';
import { preview } from './preview.ts';
import { seenNote } from './seen-note.ts';
import { seenReport } from './seen-report.ts';
import styles from './style.css';

/**
 * The forms of a conversation that is with a person, and of actions, in a file that is loaded when there is
 * one (widget/second-file/forms.ts). Returns what draws them.
 */
export const forms = (
  root: ShadowRoot,
  [parts, panel, given]: readonly [FirstFileParts, PanelParts, FromFirstFile],
  redraw: () => void,
) => {
  share(parts);
  setContext(panel, given);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
  const seen = seenReport(root);
  const drawForm = contactForm(redraw, seen.report);
  const drawQuestion = closeQuestion();
  const drawActions = actionCards(root);
  const drawSeen = seenNote(root);
  const drawEmailNote = emailNote();
  const drawPreview = preview(root);
  // In a frame, the title is not that of the page.
  const showCount = config.tell ? () => {} : titleCount();
  return (state: State, locale: string, absence: Absence): void => {
    setScene(state, locale);
    drawForm(absence);
    drawQuestion();
    drawActions();
    seen.draw();
    drawSeen();
    drawEmailNote();
    drawPreview();
    showCount(unread(chat.state()));
  };
};
