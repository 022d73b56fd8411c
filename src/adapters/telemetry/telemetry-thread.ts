import { Worker } from 'node:worker_threads';
import type { TokenCredential } from '@azure/identity';
import type { FromThread, ThreadSettings, TimedEvent, ToThread } from './thread-messages.ts';

interface TelemetryThreadOptions {
  worker: URL;
  connectionString: string;
  identity: TokenCredential | undefined;
  /** Called when the thread has received the events of one message. */
  onTaken: () => void;
  /** Called when the thread ends unexpectedly: it ran out of memory, or could not be loaded. */
  onLost: () => void;
}

/** The thread's heap, in megabytes. The SDK takes about 30; the rest is for unsent events. */
const HEAP = { maxOldGenerationSizeMb: 192 };

/** Starts the SDK's thread. It keeps the process alive only while it ends. */
export function telemetryThread(options: TelemetryThreadOptions) {
  const { worker, connectionString, identity, onTaken, onLost } = options;
  const settings: ThreadSettings = { connectionString, hasIdentity: identity !== undefined };
  const thread = new Worker(worker, { workerData: settings, resourceLimits: HEAP, name: 'telemetry' });
  thread.unref();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const say = (message: ToThread) => thread.postMessage(message);
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers<void>();
  let isEnding = false;
  let answering: Promise<void> = Promise.resolve();

  /** Answers a request for a token. Without one the SDK retries later. */
  async function answer(scopes: string | string[]): Promise<void> {
    const token = await Promise.resolve(identity?.getToken(scopes)).catch(() => undefined);
    say({ type: 'token', token: token ?? null });
  }

  thread.on('message', (message: FromThread) => {
    setLoaded();
    if (message.type === 'taken') onTaken();
    // Answers keep the order of the requests, because they have no ids.
    else answering = answering.then(() => answer(message.scopes));
  });
  // The `exit` event follows. Without a listener the error would end the process.
  thread.on('error', () => undefined);
  thread.once('exit', () => {
    resolve();
    setLoaded();
    if (!isEnding) onLost();
  });

  return {
    send: (events: readonly TimedEvent[]): void => say({ type: 'events', events }),
    /** Resolves when the thread has loaded the SDK and received events, or has ended. */
    whenLoaded(): Promise<void> {
      thread.ref();
      return loaded;
    },
    /** Resolves when the SDK has sent its events and the thread has ended. */
    end(): Promise<void> {
      isEnding = true;
      thread.ref();
      say({ type: 'end' });
      return ended;
    },
    /** Ends the thread immediately. */
    terminate(): Promise<unknown> {
      isEnding = true;
      return thread.terminate();
    },
  };
}

export type TelemetryThread = ReturnType<typeof telemetryThread>;
