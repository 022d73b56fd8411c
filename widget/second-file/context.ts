import type { Config } from '../config.ts';
import type { Conversation } from '../conversation-calls.ts';
import type { Say } from '../i18n.ts';
import type { State } from '../state.ts';

/** The parts that the first file gives; `say` translates into the current language. */
export type FromFirstFile = [
  config: Config,
  chat: Conversation,
  say: Say,
  /** Sends a suggestion. */
  choose: (suggestion: string) => void,
];

/* The state that all parts of this file share: the page's one widget, and its current drawing. */
export let panel: HTMLElement;
export let thread: HTMLElement;
export let input: HTMLTextAreaElement;
export let config: FromFirstFile[0];
export let chat: FromFirstFile[1];
export let say: FromFirstFile[2];
export let choose: FromFirstFile[3];
export let state: State;
/** The language that the widget speaks, in the browser's variant of it: `en-GB` for `en`. */
export let locale = '';

/** The elements of the panel that the parts of this file add to. */
export type PanelParts = readonly [panel: HTMLElement, thread: HTMLElement, input: HTMLTextAreaElement];

/** Called once, before any other function of this file. */
export const setContext = (parts: PanelParts, given: FromFirstFile): void => {
  [panel, thread, input] = parts;
  [config, chat, say, choose] = given;
};

/** Called before each drawing. */
export const setScene = (nextState: State, nextLocale: string): void => {
  state = nextState;
  locale = nextLocale;
};
