import type { Config } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { button, h, icon, ICONS, write } from '../dom.ts';
import { sayIn } from '../i18n.ts';
import type { Scene } from './scene.ts';
import { copyTranscript, saveTranscript } from './transcript.ts';

/** The menu in the header: the transcript, the tone, and the end of the conversation, which is confirmed. */
export const menu = (
  panel: HTMLElement,
  input: HTMLElement,
  config: Config,
  chat: Conversation,
): ((scene: Scene) => void) => {
  let say = sayIn({});
  /** Asking whether to end the conversation. */
  let asking = false;
  const question = h('h2');
  const copy = button('', () => void copyText());
  /** The transcript was copied since the menu opened. */
  let copied = false;
  const copyText = async () => {
    copied = await copyTranscript(config.title, chat.state().messages, say);
    // The browser or the page forbids the clipboard.
    if (!copied) saveTranscript(config.title, chat.state().messages, say);
    draw();
  };
  const save = button('', () => saveTranscript(config.title, chat.state().messages, say));
  const loud = button('', chat.toggleSound);
  const cancel = button('', () => {
    list.open = false;
    more.focus();
  });
  const end = button('', () => {
    if (asking) {
      list.open = false;
      chat.restart();
      input.focus();
    } else {
      asking = true;
      draw();
      cancel.focus();
    }
  });
  const more = h('summary', '', icon(ICONS.menu));
  const list = h('details', '', more, h('div', 'float', question, copy, save, loud, cancel, end));

  const draw = () => {
    const { sessionId, status, sound } = chat.state();
    more.title = say('Options');
    write(question, asking && say('End this conversation?'));
    write(copy, say('Copy transcript') + (copied ? ' ✓' : ''));
    write(save, say('Download transcript'));
    write(loud, say('Sound'));
    write(cancel, say('Cancel'));
    write(end, say('End conversation'));
    loud.ariaPressed = String(sound);
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
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !list.contains(target)) list.open = false;
  });
  // Before the panel's own keys: Escape closes the menu first.
  panel.addEventListener(
    'keydown',
    (event) => {
      if (!list.open || (event.key !== 'Escape' && event.target !== input)) return;
      if (event.key === 'Escape') {
        more.focus();
        event.preventDefault();
        event.stopPropagation();
      }
      list.open = false;
    },
    true,
  );
  panel.querySelector('header > button')?.before(list);
  return ({ say: nextSay }) => {
    say = nextSay;
    draw();
  };
};
