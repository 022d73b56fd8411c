import type { Store } from '../storage.ts';
import { config } from './context.ts';
import { store } from './first-file-parts.ts';

/** A named entry of this widget in the browser's storage, which all tabs of the site share. */
export const stored = (name: string): Store =>
  store(() => localStorage, `chat-widget ${config.base}${config.id ? ` ${config.id}` : ''} ${name}`);
