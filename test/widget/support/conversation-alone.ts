import { setImmediate as turn } from 'node:timers/promises';
import type { Api, Reply } from '../../../widget/api.ts';
import { conversation } from '../../../widget/panel/conversation.ts';
import type { Loose, Message } from '../../../widget/model.ts';
import type { State } from '../../../widget/panel/state.ts';
import type { Store } from '../../../widget/storage.ts';

/** A call of the service that waits for its answer. */
interface HeldCall {
  path: string;
  body: Loose;
  isAborted: boolean;
  /** An event of a stream. */
  event(name: string, data: object): void;
  /** Ends the call, and lets what follows from it happen. */
  end(reply?: Partial<Reply>): Promise<void>;
}

/** A store that tabs or reloads of one tab share. */
export function memoryStore(): Store & { fields: Loose } {
  const store: Store & { fields: Loose } = Object.assign(
    (fields?: object): Loose => {
      if (fields) store.fields = JSON.parse(JSON.stringify(fields)) as Loose;
      return fields ? {} : store.fields;
    },
    { fields: {} },
  );
  return store;
}

/** The widget's side of a conversation without a page: the service answers when the test says so. */
export function conversationAlone(shared = memoryStore(), tab = memoryStore()) {
  const calls: HeldCall[] = [];
  const states: State[] = [];
  const call: Api = async (path, body, onEvent, onStart) => {
    const ended = Promise.withResolvers<Reply>();
    const held: HeldCall = {
      path,
      body: { ...body },
      isAborted: false,
      event: (name, data) => onEvent?.(name, { ...data }),
      async end({ status = 200, body: answer = {}, ...more } = {}) {
        ended.resolve({ status, body: answer, ...more });
        await turn();
      },
    };
    onStart?.(() => {
      held.isAborted = true;
      ended.resolve({ status: 0, body: {} });
    });
    calls.push(held);
    return ended.promise;
  };
  const chat = conversation({
    call,
    shared,
    tab,
    // The client is loading for as long as the suite runs.
    loadAgent: async () => new Promise(() => {}),
    onChange: (state) => states.push(state),
  });
  return {
    chat,
    shared,
    tab,
    calls,
    states,
    /** The newest call of a path that begins so. */
    last(path: string): HeldCall {
      const found = calls.findLast((one) => one.path.startsWith(path));
      if (!found) throw new Error(`There was no call of ${path}.`);
      return found;
    },
    shown: () => chat.state().messages.map(({ content }) => content),
  };
}

/** A stored message, as the service answers it. */
export const storedMessage = (seq: number, role: string, content: string, id = `m${seq}`): Message => ({
  id,
  seq,
  role,
  content,
});
