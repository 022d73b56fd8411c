import { api } from './api.ts';
import { button, h, icon, link, write } from './dom.ts';
import { uuid } from './ids.ts';
import { initials } from './initials.ts';
import { safeLink } from './markdown.ts';
import { agentName, list, loose, parse, text } from './model.ts';
import { unsent } from './state.ts';
import { store } from './storage.ts';
import { surroundings } from './surroundings.ts';
import { nameOf, render } from './thread-view.ts';

/** What the second file uses of the script that loads it. By position: names would cost bytes in both. */
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
  initials,
  surroundings,
  safeLink,
  render,
  nameOf,
  api,
  unsent,
] as const;
export type FirstFileParts = typeof firstFileParts;
