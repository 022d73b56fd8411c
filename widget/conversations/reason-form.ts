import type { Message } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import type { State } from '../panel/state.ts';
import { button, h, write } from '../dom.ts';
import { isComposing } from '../input-method.ts';
import { field, focusLate } from '../forms/field.ts';

type Draw = () => void;

/** A key of the visitor's newest words, sent or not. */
const progressOf = ({ draft, messages, turns }: State): string =>
  [draft, turns.at(-1)?.id ?? messages.findLast(({ role }) => role === 'visitor')?.id].join(' ');

/**
 * A form below an answer that was rated "Not helpful", for the reason. The rating itself is stored already,
 * so that leaving loses nothing: Escape and "Cancel" return to `opener`, the button of the rating. An empty
 * form closes once the visitor goes on with the conversation; words in it stay until they are sent or
 * canceled.
 */
const reasonForm = (context: PanelContext, article: Element, message: Message, opener: HTMLElement): Draw => {
  const { chat, say } = context;
  const before = progressOf(context.state);
  const comment = field(`why-${message.id}`, h('textarea'));
  const submit = button('primary', () => {}, say('Send'));
  const close = () => {
    form.remove();
    opener.focus();
  };
  const cancel = button('', close, say('Cancel'));
  const failure = h('span', 'small bad');
  const form = h('form', 'why', comment.row, submit, cancel, failure);

  const send = async () => {
    const words = comment.input.value.trim();
    if (!words) return;
    const { status } = await chat.post('feedback', { messageId: message.id, rating: 'down', comment: words });
    if (status !== 204) {
      write(failure, say('Your answer was not sent.'));
      return;
    }
    const thanks = h('p', 'why small');
    thanks.role = 'status';
    form.replaceWith(thanks);
    write(thanks, say('Thank you.'));
    opener.focus();
  };

  comment.name(say('Tell us more (optional)'));
  comment.input.rows = 2;
  comment.input.maxLength = 500;
  failure.role = 'alert';
  cancel.type = 'button';
  form.onkeydown = (event) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    // The panel stays open.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };
  article.append(form);
  focusLate(context, form);
  return () => {
    if (progressOf(context.state) === before || comment.input.value) return;
    form.remove();
  };
};

/** Asks for the reasons of ratings. `draw` closes the forms that are not needed any more. */
export const reasonForms = (context: PanelContext) => {
  const drawn: Draw[] = [];
  return {
    ask(article: Element, message: Message, opener: HTMLElement) {
      // The file was loaded in the meantime.
      if (message.rating !== 'down' || article.querySelector('.why')) return;
      drawn.push(reasonForm(context, article, message, opener));
    },
    draw() {
      for (const draw of drawn) draw();
    },
  };
};
