import { list, loose, text, type Loose } from '../model.ts';
import type { PanelContext } from './context.ts';
import { stored } from './stored.ts';

/** As many as the service lists in one answer. */
const MOST = 20;

/**
 * The conversations that this browser can return to, the one used last first: `{ id, seen, renewal }`, where
 * `seen` is the `seq` up to which it is read, and `renewal` opens a registered widget's. All tabs share them;
 * if storage is blocked or full, the list is empty.
 */
export const knownConversations = (context: PanelContext) => {
  const { config } = context;
  const kept = stored(config, 'list');
  /** The stored token of a registered widget's visitor. */
  const visitor = stored(config, 'visitor');
  /** The value that this tab stored last. */
  let last = '';

  const all = (): Loose[] => list(kept().conversations).map(loose);
  const keep = (conversations: readonly object[]) => {
    kept({ conversations: conversations.slice(0, MOST) });
  };

  return {
    all,
    keep,
    /** Whether there is a list to show. */
    isKnown: () => !!all()[0] || !!visitor().named,
    /** Whether the visitor has signed in: then the service knows their conversations, on all devices. */
    signedIn: () => !!visitor().named,
    /** Remembers the current conversation once it has messages. */
    remember() {
      const { sessionId: id, messages, read: seen } = context.state;
      const current = [id, seen].join();
      if (!messages[0] || current === last) return;
      last = current;
      const { sessionId, named, renewal } = visitor();
      const own = sessionId === id && !named ? { renewal: text(renewal) } : {};
      keep([{ id, seen, ...own }, ...all().filter((it) => it.id !== id)]);
    },
  };
};

export type KnownConversations = ReturnType<typeof knownConversations>;
