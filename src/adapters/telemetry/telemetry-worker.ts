import { parentPort, workerData } from 'node:worker_threads';
import type { AccessToken } from '@azure/identity';
import sdk from 'applicationinsights';
import { trackEvent } from './app-insights-items.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/**
 * The worker thread for the SDK of Application Insights, because loading it blocks the event loop for 0.3 s.
 * The thread ends on request, after the SDK has sent its events.
 */
const { connectionString, hasIdentity } = workerData as ThreadSettings;

/** Callers that wait for a token, in order. */
const waiting: ((token: AccessToken | null) => void)[] = [];

const post = (message: FromThread) => parentPort?.postMessage(message);

const client = new sdk.TelemetryClient(connectionString, { useGlobalProviders: false });
client.config.enableUseDiskRetryCaching = false;
if (hasIdentity) {
  client.config.aadTokenCredential = {
    getToken: (scopes) => {
      const { promise, resolve } = Promise.withResolvers<AccessToken | null>();
      waiting.push(resolve);
      post({ type: 'token-wanted', scopes });
      return promise;
    },
  };
}
client.initialize();

parentPort?.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'events':
      for (const { event, atMs } of message.events) trackEvent(client, event, new Date(atMs));
      post({ type: 'taken' });
      return;
    case 'token':
      waiting.shift()?.(message.token);
      return;
    case 'end':
      void client.shutdown().finally(() => process.exit(0));
  }
});
