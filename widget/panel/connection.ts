import type { Realtime } from '../agent/realtime.ts';
import type { Loose } from '../model.ts';
import type { LaterModules } from './modules.ts';

/** The polling interval if the module cannot be loaded, in milliseconds. */
const POLL_MS = 20_000;

export interface Connection extends Pick<Realtime, 'wake'> {
  /** As that of the client; undefined while it is loading. */
  tellOther(event: Parameters<Realtime['tellOther']>[0]): boolean | undefined;
  /** Opens or closes the connection. */
  want(wanted: boolean): void;
}

interface ConnectionOptions {
  load: LaterModules['agent'];
  /** Returns the address of the real-time service. */
  negotiate: () => Promise<string>;
  onEvent: (data: Loose) => void;
  /** Fetches the messages that may have been missed. */
  sync: () => Promise<void>;
}

/**
 * The real-time connection of a conversation. Its client is loaded when the connection is first needed.
 * Without it, `sync` polls the service.
 */
export const connection = ({ load, negotiate, onEvent, sync }: ConnectionOptions): Connection => {
  let client: Realtime | undefined;
  /** The client is loading, or its load is being retried. */
  let isLoading = false;
  let isWanted = false;

  const want = (wanted: boolean) => {
    isWanted = wanted;
    client?.want(wanted);
    if (client || !wanted || isLoading) return;
    isLoading = true;
    load().then(
      ({ realtime }) => {
        client = realtime(negotiate, onEvent, () => void sync());
        want(isWanted);
      },
      () => {
        setTimeout(() => {
          isLoading = false;
          void sync().then(() => want(isWanted));
        }, POLL_MS);
      },
    );
  };

  return { want, tellOther: (event) => client?.tellOther(event), wake: () => client?.wake() };
};
