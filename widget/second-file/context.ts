import type { Config } from '../config.ts';
import type { Conversation } from '../conversation-calls.ts';
import type { Say } from '../i18n.ts';
import type { State } from '../state.ts';

/** The parameters from the first file. `say` translates into the current language. */
export type FromFirstFile = [
  config: Config,
  chat: Conversation,
  say: Say,
  /** Sends a suggestion. */
  choose: (suggestion: string) => void,
];

/**
 * Brings an element of the thread into view, with `from` at its beginning if there is room, unless the
 * visitor has scrolled away; false then. `isTriggered`: the visitor asked for it just now, so it is shown in
 * any case.
 */
export type Show = (element: Element, isTriggered: boolean, from?: Element) => boolean;

/* The shared state of this file: the page's only widget, and the current render. */
export let panel: HTMLElement;
export let thread: HTMLElement;
export let input: HTMLTextAreaElement;
export let show: Show;
export let config: FromFirstFile[0];
export let chat: FromFirstFile[1];
export let say: FromFirstFile[2];
export let choose: FromFirstFile[3];
export let state: State;
/** The widget's language in the browser's regional variant: `en-GB` for `en`. */
export let locale = '';

/** The elements of the panel that this file extends, and what brings parts of the thread into view. */
export type PanelParts = readonly [
  panel: HTMLElement,
  thread: HTMLElement,
  input: HTMLTextAreaElement,
  show: Show,
];

/** Call this once, before all other functions of this file. */
export const setContext = (parts: PanelParts, given: FromFirstFile): void => {
  [panel, thread, input, show] = parts;
  [config, chat, say, choose] = given;
};

/** Call this before each render. */
export const setScene = (nextState: State, nextLocale: string): void => {
  state = nextState;
  locale = nextLocale;
};
