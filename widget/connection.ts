import { extras } from './extras.ts';
import type { Loose } from './model.ts';
import type { Realtime } from './second-file/realtime.ts';

/** The polling interval if the second file cannot be loaded, in milliseconds. */
const POLL_MS = 2e4;

export interface Connection extends Pick<Realtime, 'wake'> {
  /** As that of the client; undefined while it is loading. */
  tellOther(event: Parameters<Realtime['tellOther']>[0]): boolean | undefined;
  /** Opens or closes the connection. */
  want(wanted: boolean): void;
}

/**
 * The real-time connection of a conversation. Its client is in the second file, which is loaded when the
 * connection is first needed. Without it, `sync` polls the service.
 */
export const connection = (
  negotiate: () => Promise<string>,
  onEvent: (data: Loose) => void,
  sync: () => Promise<void>,
): Connection => {
  let client: Realtime | undefined;
  /** The client is loading, or its load is being retried. */
  let isLoading = false;
  let isWanted = false;

  const want = (wanted: boolean) => {
    isWanted = wanted;
    client?.want(wanted);
    if (client || !wanted || isLoading) return;
    isLoading = true;
    extras(
      (it) => {
        client = it.realtime(negotiate, onEvent, () => void sync());
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
