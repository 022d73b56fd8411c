import { extras } from './extras.ts';
import type { Loose } from './model.ts';
import type { Realtime } from './second-file/realtime.ts';

/** How often it asks for messages where the second file cannot be loaded. */
const POLL_MS = 2e4;

export interface Connection extends Pick<Realtime, 'tellOther' | 'wake'> {
  /** Opens it, or closes it. */
  want(wanted: boolean): void;
}

/**
 * The real-time connection of a conversation. Its client is in the second file, which is loaded when the
 * connection is first wanted; without it, the service is polled by `sync`.
 */
export const connection = (
  negotiate: () => Promise<string>,
  onEvent: (data: Loose) => void,
  sync: () => Promise<void>,
): Connection => {
  let client: Realtime | undefined;
  /** The client is loading, or could not be loaded and is tried again. */
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
