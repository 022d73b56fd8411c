import { list, loose, text, type Loose } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import { button, h, write } from '../dom.ts';
import { uuid } from '../ids.ts';
import { faultOf, field, focusIn, focusLate, type Field } from './field.ts';

type Control = HTMLInputElement | HTMLSelectElement;

/** The control of a form's field. A choice has to be made, unless there is only one. */
const controlOf = ({ type, options, optionLabels, required }: Loose): Control => {
  if (type !== 'choice') {
    return Object.assign(h('input'), { type: text(type), step: 'any', maxLength: 1000, autocomplete: 'off' });
  }
  const labels = list(optionLabels).map(text);
  const choices = list(options).map((option, index) =>
    Object.assign(h('option', '', labels[index] ?? text(option)), { value: text(option) }),
  );
  return h('select', '', (!required || !!choices[1]) && h('option'), ...choices);
};

/**
 * Puts the part of an action below the text of an article: the sources are of the text, and the suggestions
 * at its end are about other things.
 */
const putBelow = (article: Element, part: Element): void => {
  const suggested = [...article.querySelectorAll('.bubble li:has(.chip)')];
  const before = suggested[0]?.parentElement;
  if (before) article.querySelector('.bubble')?.after(h('ul', '', ...suggested));
  // The list can have items of the text, too.
  if (!before?.firstElementChild) before?.remove();
  const below = article.querySelector(':scope > ul, .sources, .meta');
  if (below) below.before(part);
  else article.append(part);
};

/**
 * A button below an answer, and the small form that it opens; its result comes as a message. `decided` has
 * the states of changes by the message that proposes them.
 */
export const actionForm = (
  context: PanelContext,
  article: Element,
  offer: Loose,
  decided: Map<string, string>,
): (() => void) => {
  const { chat, say, show } = context;
  const name = text(offer.name);
  let isSending = false;
  let sentId = uuid();
  /** The answer to the form that was sent: the card of a change, or its result. */
  let answerId = '';
  const fields = list(offer.fields).map((it): [Loose, Field<Control>] => {
    const its = loose(it);
    return [its, field(`${article.id}-${name}-${text(its.name)}`, controlOf(its))];
  });
  const submit = button('primary', () => {});
  const cancel = button('', () => {
    form.hidden = true;
    draw();
    open.focus();
  });
  const answers = h('div', 'answers', submit, cancel);
  const failure = h('span', 'small bad');
  const form = h('form', 'card', ...fields.map(([, { row }]) => row), answers, failure);
  const open = button(
    'chip',
    () => {
      // Without fields there is nothing to fill in.
      if (!fields[0]) return void send();
      form.hidden = !form.hidden;
      draw();
      if (!form.hidden) focusIn(context, form);
    },
    text(offer.title),
  );

  const part = h('div', 'offer', open, form);

  /** Shows the missing fields, and moves the focus to the first; true if the form is complete. */
  const check = (): boolean => {
    const missing = fields.filter(([{ required }, { input }]) => required && !input.value.trim());
    for (const one of fields) one[1].fault(missing.includes(one) ? say('Fill in this field.') : '');
    missing[0]?.[1].input.focus();
    return !missing[0];
  };

  const send = async () => {
    if (isSending || !check()) return;
    isSending = true;
    write(failure, '');
    draw();
    show(part, true);
    const filled = fields.filter(([, { input }]) => input.value.trim());
    const { status, body } = await chat.post('chat/actions', {
      name,
      values: Object.fromEntries(filled.map(([its, { input }]) => [text(its.name), input.value.trim()])),
      clientMessageId: sentId,
    });
    isSending = false;
    if (status === 200) {
      form.hidden = true;
      sentId = uuid();
      answerId = text(loose(body.reply).id);
    } else {
      write(failure, faultOf(status, say));
      form.hidden = false;
    }
    draw();
  };

  /** A change that was refused gets its form back, with the values, below the message that says so. */
  const reopen = () => {
    const { messages } = context.state;
    const at = messages.findIndex(({ id }) => id === answerId);
    const answer = messages[at];
    if (!answer || (decided.get(answerId) ?? text(loose(answer.proposal).state)) !== 'failed') return;
    const result = article.parentElement?.querySelector<HTMLElement>(`[id="${messages[at + 1]?.id}"]`);
    if (!result) return;
    answerId = '';
    form.hidden = false;
    putBelow(result, part);
    focusLate(context, result, () => fields[0]?.[1].input.focus({ preventScroll: true }));
  };

  const draw = () => {
    reopen();
    for (const [{ label }, { name: rename }] of fields) rename(text(label));
    write(submit, say('Send'));
    write(cancel, say('Cancel'));
    open.disabled = isSending || ['claimed', 'closed'].includes(context.state.status);
    open.ariaExpanded = fields[0] ? String(!form.hidden) : null;
    submit.ariaDisabled = isSending ? 'true' : null;
  };

  // Else it would send the form.
  cancel.type = 'button';
  form.hidden = true;
  form.noValidate = true;
  failure.role = 'alert';
  form.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };
  putBelow(article, part);
  return draw;
};
