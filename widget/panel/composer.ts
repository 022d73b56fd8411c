import { button, h, icon, ICONS } from '../dom.ts';
import { isComposing } from '../input-method.ts';
import type { Say } from '../languages/say.ts';
import type { Conversation } from './conversation-calls.ts';
import { showLength } from './length-note.ts';
import { running, type State } from './state.ts';

/** The longest message, in code points (docs/rules.md, Limits). */
const LIMIT = 4000;
/**
 * Send turns into Stop at the same place, so clicks are ignored for this time after sending, in milliseconds.
 */
const GUARD_MS = 500;
/** A text without such a character is empty: there is nothing to see. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{DI}]/u;

interface ComposerOptions {
  chat: Conversation;
  /** The place for the number of remaining characters. */
  count: Element;
  say: Say;
  onSent: () => void;
}

/** The message field with the button that sends the message, or stops the answer. */
export const composer = ({ chat, count, say, onSent }: ComposerOptions) => {
  let sentAt = -GUARD_MS;
  const input = h('textarea');
  const submit = button('', ({ detail }) => {
    // Ignores the second click of a double click.
    if (detail > 1 || performance.now() - sentAt < GUARD_MS) return;
    if (stops(chat.state())) chat.stop();
    else send();
  });
  const element = h('div', 'composer', input, submit);

  const draft = () => (SEEN.test(input.value) ? input.value.trim() : '');
  const left = () => LIMIT - [...draft()].length;
  const stops = (state: State) => !draft() && !!running(state) && !state.agent;

  const setDraft = (text: string) => {
    input.value = text;
    onInput();
  };

  const onInput = () => {
    chat.type(input.value);
    showLength(input, count, left(), say);
  };

  const send = () => {
    const message = draft();
    if (!message || left() < 0) return;
    setDraft('');
    sentAt = performance.now();
    chat.send(message);
    onSent();
    input.focus();
  };

  /** Gives the field the height of its text, which cannot be measured while the panel is closed. */
  const fit = () => {
    input.style.height = '0';
    input.style.height = `${input.scrollHeight}px`;
  };

  input.autofocus = true;
  input.enterKeyHint = 'send';
  input.oninput = onInput;
  input.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    send();
    event.preventDefault();
  };

  return {
    element,
    input,
    setDraft,
    fit,
    draw(state: State) {
      const isOver = left() < 0;
      const isStopping = stops(state);
      input.placeholder = say('Write a message');
      input.ariaInvalid = String(isOver);
      submit.replaceChildren(icon(isStopping ? ICONS.stop : ICONS.send));
      submit.title = say(isStopping ? 'Stop' : 'Send');
      submit.disabled = !isStopping && (isOver || !draft());
      fit();
    },
  };
};
