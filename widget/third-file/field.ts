import { thread } from '../second-file/context.ts';
import { h, write } from '../second-file/first-file-parts.ts';

export interface Field<Input extends HTMLElement> {
  row: HTMLElement;
  input: Input;
  /** Writes the label. */
  name(label: string): void;
  /** Shows what is wrong, in words that belong to the input; empty: nothing is. */
  fault(sentence: string): void;
}

/** A control with its label, and a place for what is wrong with it. `id` is unique within the widget. */
export const field = <Input extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  id: string,
  input: Input,
): Field<Input> => {
  const label = h('label');
  const error = h('span', 'small bad');
  const isBox = input.type === 'checkbox';
  const parts = isBox ? [h('div', 'consent', input, label), error] : [label, input, error];
  label.htmlFor = input.id = id;
  error.id = `${id}-error`;
  input.setAttribute('aria-describedby', error.id);
  return {
    row: h('div', 'field', ...parts),
    input,
    name(words) {
      write(label, words);
    },
    fault(sentence) {
      write(error, sentence);
      input.ariaInvalid = String(!!sentence);
    },
  };
};

/** Puts a card at the end of the thread, or takes it away; one that is there keeps the focus in it. */
export const showIn = (card: Element, isShown: boolean): void => {
  if (!isShown) card.remove();
  else if (!card.isConnected) thread.append(card);
};
