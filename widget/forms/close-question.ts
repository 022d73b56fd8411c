import { field, focusIn, showIn } from './field.ts';
import type { PanelContext } from '../panel/context.ts';
import { button, h, write } from '../dom.ts';

/**
 * "Did this help?" below a closed conversation, until it is answered; then one sentence may be added. The
 * answer is stored immediately, so that leaving loses nothing.
 */
export const closeQuestion = (context: PanelContext): (() => void) => {
  const { chat, say } = context;
  let sessionId = '';
  let helpful: boolean | undefined;
  let thanked = false;
  let posted: Promise<unknown> | undefined;

  const question = h('h3');
  const answers = [true, false].map((value) => {
    const it = button('', () => void choose(value));
    return { value, it };
  });
  const comment = field('comment', h('textarea'));
  const submit = button('primary', () => {});
  const failure = h('span', 'small bad');
  const more = h('form', '', comment.row, submit);
  const card = h('div', 'card', question, h('div', 'answers', ...answers.map(({ it }) => it)), more, failure);

  /** One after the other: the latest answer is stored last. */
  const post = (fields: object): Promise<boolean> => {
    const before = posted;
    const rating = { helpful, ...fields };
    const sent = (async () => {
      await before;
      const { status } = await chat.post('rating', rating);
      write(failure, status === 204 ? '' : say('Your answer was not sent.'));
      return status === 204;
    })();
    posted = sent;
    return sent;
  };

  const choose = async (value: boolean) => {
    const before = helpful;
    helpful = value;
    draw();
    focusIn(context, card);
    if (!(await post({})) && helpful === value) helpful = before;
    draw();
  };

  const send = async () => {
    const words = comment.input.value.trim();
    if (words && !(await post({ comment: words }))) return;
    thanked = true;
    draw();
    card.focus();
  };

  const draw = () => {
    write(question, thanked ? say('Thank you.') : say('Did this help?'));
    for (const { value, it } of answers) {
      write(it, value ? say('Yes') : say('No'));
      it.ariaPressed = String(helpful === value);
      it.hidden = thanked;
    }
    comment.name(say('Tell us more (optional)'));
    write(submit, say('Send'));
    more.hidden = thanked || helpful === undefined;
  };

  comment.input.maxLength = 500;
  comment.input.rows = 2;
  failure.role = 'alert';
  card.tabIndex = -1;
  more.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };

  return () => {
    const { state } = context;
    // Until the messages are there, it is not known whether it was answered before.
    const isClosed = state.status === 'closed' && !!state.messages[0];
    if (isClosed && state.sessionId !== sessionId) {
      sessionId = state.sessionId;
      helpful = undefined;
      thanked = false;
      comment.input.value = '';
    }
    const isAnswered = helpful === undefined && !!state.rated;
    draw();
    showIn(context, card, isClosed && !isAnswered);
  };
};
