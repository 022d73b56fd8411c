import type { Api } from './api.ts';
import { connection, type Connection } from './connection.ts';
import { agentName, loose, text, type Loose } from './model.ts';
import type { State } from './state.ts';

/** How long a signal of typing counts. */
const TYPING_MS = 4e3;

/**
 * The real-time part of a conversation: its changes by the events of the service. `takePart` gets a part of
 * it, and the agent if it names one. By position: names would cost bytes.
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
