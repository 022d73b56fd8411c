import type { Api } from './api.ts';
import { connection, type Connection } from './connection.ts';
import { agentName, loose, text, type Loose } from './model.ts';
import type { State } from './state.ts';

/** How long a typing signal counts, in milliseconds. */
const TYPING_MS = 4e3;

/**
 * The real-time part of a conversation: applies the service's events. `takePart` gets messages or state, and
 * the agent if the event has one. Passed by position to save bytes.
 */
export const live = (
  call: Api,
  state: () => State,
  [patch, takePart, sync]: readonly [
    patch: (part: Partial<State>) => void,
    takePart: (answer: Loose, agent?: string) => void,
    sync: () => Promise<void>,
  ],
): Connection => {
  const onEvent = (data: Loose) => {
    const session = loose(data.session ?? data);
    if (session.sessionId !== state().sessionId) return;
    if (data.type === 'typing') patch({ typing: Date.now() + TYPING_MS });
    else takePart(session, data.session ? agentName(session) : undefined);
  };

  return connection(
    async () => text((await call('negotiate', { sessionId: state().sessionId })).body.url),
    onEvent,
    sync,
  );
};
