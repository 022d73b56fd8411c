import { parentPort, workerData } from 'node:worker_threads';
import type { AccessToken } from '@azure/identity';
import sdk from 'applicationinsights';
import { trackEvent } from './app-insights-items.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/**
 * The thread of the SDK of Application Insights. Loading the SDK blocks an event loop for a third of a
 * second, so it runs in a separate thread. It ends when it is asked to, after the SDK has sent what it holds.
 */
const { connectionString, hasIdentity } = workerData as ThreadSettings;

/** Callers that wait for a token, in the order of their questions. */
const waiting: ((token: AccessToken | null) => void)[] = [];

const say = (message: FromThread) => parentPort?.postMessage(message);

const client = new sdk.TelemetryClient(connectionString, { useGlobalProviders: false });
client.config.enableUseDiskRetryCaching = false;
if (hasIdentity) {
  client.config.aadTokenCredential = {
    getToken: (scopes) => {
      const { promise, resolve } = Promise.withResolvers<AccessToken | null>();
      waiting.push(resolve);
      say({ type: 'token-wanted', scopes });
      return promise;
    },
  };
}
client.initialize();

parentPort?.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'events':
      for (const { event, atMs } of message.events) trackEvent(client, event, new Date(atMs));
      say({ type: 'taken' });
      return;
    case 'token':
      waiting.shift()?.(message.token);
      return;
    case 'end':
      void client.shutdown().finally(() => process.exit(0));
  }
});
