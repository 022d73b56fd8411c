import type { Config } from './config.ts';
import type { Say } from '../languages/say.ts';
import type { Conversation } from './conversation-calls.ts';
import type { LaterModules } from './modules.ts';
import type { Place } from './place.ts';
import type { State } from './state.ts';

/**
 * Brings an element of the thread into view, with `from` at its beginning if there is room, unless the
 * visitor has scrolled away; false then. `isTriggered`: the visitor asked for it just now, so it is shown in
 * any case.
 */
export type Show = (element: Element, isTriggered: boolean, from?: Element) => boolean;

/** The panel, as its parts see it. */
export interface PanelContext {
  readonly place: Place;
  readonly config: Config;
  readonly chat: Conversation;
  readonly modules: LaterModules;
  readonly thread: HTMLElement;
  readonly input: HTMLTextAreaElement;
  readonly show: Show;
  /** Translates into the current language. */
  readonly say: Say;
  /** Sends a suggestion. */
  choose(suggestion: string): void;
  /** Draws the panel again. */
  redraw(): void;
  /** The state that is drawn, which can be older than that of `chat`. */
  state: State;
  /** The panel's language in the browser's regional variant: `en-GB` for `en`. */
  locale: string;
  /** The e-mail address that the visitor has left on this page; never stored in the browser. */
  answersTo: string;
}
