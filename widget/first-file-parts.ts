import { api } from './api.ts';
import { button, h, icon, link, write } from './dom.ts';
import { uuid } from './ids.ts';
import { isComposing } from './input-method.ts';
import { agentName, list, loose, parse, text } from './model.ts';
import { safeLink } from './safe-link.ts';
import { unsent } from './state.ts';
import { store } from './storage.ts';
import { surroundings } from './surroundings.ts';
import { nameOf } from './thread-view.ts';

/**
 * The parts of the first file that the second file uses. They are passed by position, because names would
 * need bytes in both.
 */
export const firstFileParts = [
  h,
  write,
  button,
  link,
  icon,
  text,
  list,
  loose,
  parse,
  agentName,
  store,
  uuid,
  surroundings,
  safeLink,
  nameOf,
  api,
  unsent,
  isComposing,
] as const;
export type FirstFileParts = typeof firstFileParts;
