import type { Say } from '../languages/say.ts';
import type { PanelContext } from '../panel/context.ts';
import { h, write } from '../dom.ts';

export interface Field<Input extends HTMLElement> {
  row: HTMLElement;
  input: Input;
  /** Writes the label. */
  name(label: string): void;
  /** Shows what is wrong, in words that belong to the input; empty: nothing is. */
  fault(sentence: string): void;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control with its label, and a place for what is wrong with it. `id` is unique within the widget. */
export const field = <Input extends Control>(id: string, input: Input): Field<Input> => {
  const label = h('label');
  const error = h('span', 'small bad');
  const isBox = input.type === 'checkbox';
  const parts = isBox ? [h('div', 'consent', input, label), error] : [label, input, error];
  label.htmlFor = input.id = id;
  error.id = `${id}-error`;
  input.setAttribute('aria-describedby', error.id);
  const fault = (sentence: string) => {
    write(error, sentence);
    input.ariaInvalid = String(!!sentence);
  };
  // The fault was that of the text before.
  input.addEventListener('input', () => fault(''));
  return {
    row: h('div', 'field', ...parts),
    input,
    name(words) {
      write(label, words);
    },
    fault,
  };
};

/** Puts a card at the end of the thread, or takes it away; one that is there keeps the focus in it. */
export const showIn = ({ thread, show }: PanelContext, card: Element, isShown: boolean): void => {
  if (!isShown) card.remove();
  else if (!card.isConnected) {
    thread.append(card);
    show(card, false);
  }
};

/** Moves the focus to the first empty control of a part. */
const focusEmpty = (part: HTMLElement): void => {
  const controls = [...part.querySelectorAll<Control>('input, select, textarea')];
  controls.find((it) => it.type !== 'checkbox' && !it.value)?.focus({ preventScroll: true });
};

/** Shows a part that the visitor asked for just now, with the focus in it. */
export const focusIn = ({ show }: PanelContext, part: HTMLElement): void => {
  focusEmpty(part);
  show(part, true);
};

/**
 * The same for a part that arrives later. A visitor who uses the page, writes a message or scrolled away in
 * the meantime keeps the focus and the place.
 */
export const focusLate = (
  { input: composer, place, show }: PanelContext,
  part: HTMLElement,
  focus = focusEmpty,
): void => {
  const isWriting = !!composer.value && composer.matches(':focus');
  // Safari does not focus a button that is pressed.
  const isHere = !!place.panel.querySelector(':focus') || !document.querySelector(':focus');
  if (show(part, false) && isHere && !isWriting) focus(part);
};

/** Why the service refused the form or card of an action; empty if it succeeded. */
export const faultOf = (status: number, say: Say): string => {
  if (status === 200) return '';
  if (status === 400) return say('Check what you entered.');
  // Without an answer of the service, or after its failure, the request may have been carried out.
  if (!status || status >= 500) return say('We do not know whether your request was sent.');
  return say(status === 404 || status === 409 ? 'This is no longer possible.' : 'Your request was not sent.');
};
