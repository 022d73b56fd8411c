import { button, h, icon, ICONS, write } from '../dom.ts';
import type { PanelContext } from './context.ts';
import { dismiss } from './layer.ts';
import type { KnownConversations } from './known-conversations.ts';
import type { ConversationsPart } from './loaded-part.ts';
import { panelWidth } from './panel-width.ts';

/**
 * The menu in the header: the list of conversations, the transcript, also by e-mail, the tone, the width of
 * the panel, and the end of the conversation, which is confirmed.
 */
export const menu = (
  context: PanelContext,
  known: KnownConversations,
  conversations: ConversationsPart,
): ((sendsEmail: boolean) => void) => {
  const { chat, input, say } = context;
  const { panel } = context.place;
  /** Asking whether to end the conversation. */
  let asking = false;
  /** A part of the menu could not be loaded since the menu opened. */
  let failed = false;
  let isMailed = false;
  const question = h('h2');
  const open = async (part: Parameters<ConversationsPart['use']>[0]) => {
    failed = !(await conversations.use(part));
    if (failed) draw();
    else close();
  };
  /** The same for a part that leaves the menu open. */
  const useTranscript = async (part: Parameters<ConversationsPart['use']>[0]) => {
    failed = !(await conversations.use(part));
    draw();
  };
  const others = button('', () => void open((it) => it.openList()));
  const mail = button('', () => void open((it) => it.openTranscript()));
  const copy = button('', () => void copyText());
  /** The transcript was copied since the menu opened. */
  let copied = false;
  const copyText = () =>
    useTranscript((it) => {
      void it.copyTranscript().then((isCopied) => {
        copied = isCopied;
        // The browser or the page forbids the clipboard.
        if (!isCopied) it.saveTranscript();
        draw();
      });
    });
  const save = button('', () => void useTranscript((it) => it.saveTranscript()));
  const loud = button('', chat.toggleSound);
  const width = panelWidth(context);
  const wide = button('', () => {
    width.toggle();
    draw();
  });
  const close = (byKey?: boolean) => {
    list.open = false;
    if (byKey) opener.focus();
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
  const opener = h('summary', '', icon(ICONS.menu));
  const list = h(
    'details',
    '',
    opener,
    h('div', 'float', question, others, copy, save, mail, loud, wide, cancel, end),
  );

  const draw = () => {
    const { sessionId, status, sound } = context.state;
    opener.title = say('Options');
    write(
      question,
      asking ? say('End this conversation?') : failed && say('This could not be loaded. Try again.'),
    );
    write(others, say('Conversations'));
    write(copy, say('Copy transcript') + (copied ? ' ✓' : ''));
    write(save, say('Download transcript'));
    write(mail, say('E-mail transcript'));
    write(loud, say('Sound'));
    write(wide, say('Wide panel'));
    write(cancel, say('Cancel'));
    write(end, say('End conversation'));
    loud.ariaPressed = String(sound);
    wide.ariaPressed = String(width.isWide());
    others.hidden = !known.isKnown();
    save.hidden = !sessionId;
    mail.hidden = !sessionId || !isMailed;
    copy.hidden = !sessionId || !('clipboard' in navigator);
    // One control makes room for the question, so that Cancel is in the place of the button before.
    loud.hidden = asking;
    wide.hidden = !width.hasRoom();
    cancel.hidden = !asking;
    end.hidden = status === 'closed' || !sessionId;
  };

  question.role = 'alert';
  list.ontoggle = () => {
    asking &&= list.open;
    copied = failed = false;
    draw();
  };
  dismiss(panel, { isOpen: () => list.open, close, inside: (target) => list.contains(target) });
  input.onfocus = () => close();
  panel.querySelector('header > button')?.before(list);
  return (sendsEmail) => {
    isMailed = sendsEmail;
    width.restore();
    draw();
  };
};
