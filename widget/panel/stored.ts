import { store, type Store } from '../storage.ts';
import type { Config } from './config.ts';

/** A named entry of this widget in the browser's storage, which all tabs of the site share. */
export const stored = ({ base, id }: Config, name: string): Store =>
  store(() => localStorage, `chat-widget ${base}${id ? ` ${id}` : ''} ${name}`);
