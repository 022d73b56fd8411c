import type { PanelContext } from '../panel/context.ts';
import { titleCount } from '../launcher/title-count.ts';
import { adoptStyles } from '../panel/place.ts';
import { unread } from '../panel/state.ts';
import { emailNote } from './email-note.ts';
import { preview } from './preview.ts';
import { seenNote } from './seen-note.ts';
import { seenReport } from './seen-report.ts';
import styles from './style.css';

export { realtime } from './realtime.ts';
export { chime } from './sound.ts';

/** The additions of a conversation with an agent to panel and page. Returns their render function. */
export const agentParts = (context: PanelContext): (() => void) => {
  const { chat, config, place } = context;
  adoptStyles(place.root, styles);
  const drawReport = seenReport(context);
  const drawSeen = seenNote(context);
  const drawEmailNote = emailNote(context);
  const drawPreview = preview(context);
  // In a frame, the title is not that of the page.
  const showCount = config.tell ? () => {} : titleCount();
  return () => {
    drawReport();
    drawSeen();
    drawEmailNote();
    drawPreview();
    showCount(unread(chat.state()));
  };
};
