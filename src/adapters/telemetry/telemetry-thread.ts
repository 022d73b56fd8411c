import { Worker } from 'node:worker_threads';
import type { TokenCredential } from '@azure/identity';
import type { FromThread, ThreadSettings, TimedEvent, ToThread } from './thread-messages.ts';

export interface TelemetryThread {
  send(events: readonly TimedEvent[]): void;
  /** Resolves when the thread has loaded the SDK and taken events, or has ended. */
  whenLoaded(): Promise<void>;
  /** Resolves when the SDK has sent what it holds and the thread has ended. */
  end(): Promise<void>;
  /** Ends the thread immediately. */
  terminate(): Promise<unknown>;
}

export interface TelemetryThreadOptions {
  worker: URL;
  connectionString: string;
  identity: TokenCredential | undefined;
  /** The thread has taken the events of one message. */
  onTaken: () => void;
  /** The thread has ended without being asked to: it ran out of memory, or could not be loaded. */
  onLost: () => void;
}

/** Its heap, in megabytes; the SDK takes about 30, and the rest is for what it has not sent. */
const HEAP = { maxOldGenerationSizeMb: 192 };

/** Starts the thread of the SDK. It keeps the process alive only while it ends. */
export function telemetryThread(options: TelemetryThreadOptions): TelemetryThread {
  const { worker, connectionString, identity, onTaken, onLost } = options;
  const settings: ThreadSettings = { connectionString, hasIdentity: identity !== undefined };
  const thread = new Worker(worker, { workerData: settings, resourceLimits: HEAP, name: 'telemetry' });
  thread.unref();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const say = (message: ToThread) => thread.postMessage(message);
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers<void>();
  let isEnding = false;
  let answering: Promise<void> = Promise.resolve();

  /** Without a token the SDK tries again later. */
  async function answer(scopes: string | string[]): Promise<void> {
    const token = await Promise.resolve(identity?.getToken(scopes)).catch(() => undefined);
    say({ type: 'token', token: token ?? null });
  }

  thread.on('message', (message: FromThread) => {
    setLoaded();
    if (message.type === 'taken') onTaken();
    // Answers keep the order of the questions, because they carry no number.
    else answering = answering.then(() => answer(message.scopes));
  });
  // The event `exit` follows; without a listener the error would end the process.
  thread.on('error', () => undefined);
  thread.once('exit', () => {
    resolve();
    setLoaded();
    if (!isEnding) onLost();
  });

  return {
    send: (events) => say({ type: 'events', events }),
    whenLoaded() {
      thread.ref();
      return loaded;
    },
    end() {
      isEnding = true;
      thread.ref();
      say({ type: 'end' });
      return ended;
    },
    terminate() {
      isEnding = true;
      return thread.terminate();
    },
  };
}
