import type { Say } from '../i18n.ts';
import type { State } from '../state.ts';

/** What is drawn: a state, in a language. */
export interface Scene {
  state: State;
  say: Say;
  locale: string;
}
