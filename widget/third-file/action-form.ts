import type { Loose } from '../model.ts';
import { chat, say, state } from '../second-file/context.ts';
import { button, h, list, loose, text, uuid, write } from '../second-file/first-file-parts.ts';
import { faultOf } from './fault.ts';
import { field, type Field } from './field.ts';

type Control = HTMLInputElement | HTMLSelectElement;

/** The control of a form's field; a choice without a default has to be made. */
const controlOf = ({ type, options }: Loose): Control => {
  if (type !== 'choice') {
    return Object.assign(h('input'), { type: text(type), step: 'any', maxLength: 1000, autocomplete: 'off' });
  }
  return h('select', '', ...['', ...list(options).map(text)].map((option) => h('option', '', option)));
};

/** A button below an answer, and the small form that it opens; its result comes as a message. */
export const actionForm = (article: Element, offer: Loose): (() => void) => {
  const name = text(offer.name);
  let isSending = false;
  let sentId = uuid();
  const fields = list(offer.fields).map((it): [Loose, Field<Control>] => {
    const its = loose(it);
    return [its, field(`${article.id}-${name}-${text(its.name)}`, controlOf(its))];
  });
  const submit = button('primary', () => {});
  const failure = h('span', 'small bad');
  const form = h('form', 'card', ...fields.map(([, { row }]) => row), submit, failure);
  const open = button(
    'chip',
    () => {
      // Without fields there is nothing to fill in.
      if (!fields[0]) return void send();
      form.hidden = !form.hidden;
      draw();
      if (!form.hidden) fields[0][1].input.focus();
    },
    text(offer.title),
  );

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
    const filled = fields.filter(([, { input }]) => input.value.trim());
    const { status } = await chat.post('chat/actions', {
      name,
      values: Object.fromEntries(filled.map(([its, { input }]) => [text(its.name), input.value.trim()])),
      clientMessageId: sentId,
    });
    isSending = false;
    if (status === 200) {
      form.hidden = true;
      sentId = uuid();
    } else {
      write(failure, faultOf(status));
      form.hidden = false;
    }
    draw();
  };

  const draw = () => {
    for (const [{ label }, { name: rename }] of fields) rename(text(label));
    write(submit, say('Send'));
    open.disabled = isSending || /^cl/.test(state.status);
    open.ariaExpanded = fields[0] ? String(!form.hidden) : null;
    submit.ariaDisabled = isSending ? 'true' : null;
  };

  form.hidden = true;
  form.noValidate = true;
  failure.role = 'alert';
  form.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };
  article.append(h('div', 'offer', open, form));
  return draw;
};
