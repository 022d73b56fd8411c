import { ICONS } from '../dom.ts';
import { chat, input, panel, say, state } from './context.ts';
import { dismiss } from './layer.ts';
import { copyTranscript, saveTranscript } from './transcript.ts';
import { button, h, icon, write } from './first-file-parts.ts';

/**
 * The menu in the header: the list of conversations, the transcript, the tone, and the end of the
 * conversation, which is confirmed.
 */
export const menu = (conversations: { open(): void; isKnown(): boolean }): (() => void) => {
  /** Asking whether to end the conversation. */
  let asking = false;
  const question = h('h2');
  const others = button('', () => {
    close();
    conversations.open();
  });
  const copy = button('', () => void copyText());
  /** The transcript was copied since the menu opened. */
  let copied = false;
  const copyText = async () => {
    copied = await copyTranscript();
    // The browser or the page forbids the clipboard.
    if (!copied) saveTranscript();
    draw();
  };
  const save = button('', saveTranscript);
  const loud = button('', chat.toggleSound);
  const close = (byKey?: boolean) => {
    list.open = false;
    if (byKey) more.focus();
  };
  const cancel = button('', () => close(true));
  const end = button('', () => {
    if (asking) {
      close();
      chat.restart();
      input.focus();
    } else {
      asking = true;
      draw();
      cancel.focus();
    }
  });
  const more = h('summary', '', icon(ICONS.menu));
  const list = h('details', '', more, h('div', 'float', question, others, copy, save, loud, cancel, end));

  const draw = () => {
    const { sessionId, status, sound } = state;
    more.title = say('Options');
    write(question, asking && say('End this conversation?'));
    write(others, say('Conversations'));
    write(copy, say('Copy transcript') + (copied ? ' ✓' : ''));
    write(save, say('Download transcript'));
    write(loud, say('Sound'));
    write(cancel, say('Cancel'));
    write(end, say('End conversation'));
    loud.ariaPressed = String(sound);
    others.hidden = !conversations.isKnown();
    save.hidden = !sessionId;
    copy.hidden = !sessionId || !('clipboard' in navigator);
    loud.hidden = asking;
    cancel.hidden = !asking;
    end.hidden = status === 'closed' || !sessionId;
  };

  question.role = 'alert';
  list.ontoggle = () => {
    asking &&= list.open;
    copied = false;
    draw();
  };
  dismiss(
    () => list.open,
    close,
    (target) => list.contains(target),
  );
  input.onfocus = () => close();
  panel.querySelector('header > button')?.before(list);
  return draw;
};
