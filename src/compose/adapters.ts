import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { azureCredential } from '../adapters/credential/azure.ts';
import { openModels } from '../adapters/model/configured.ts';
import { random } from '../adapters/system/node.ts';
import { joseTokens } from '../adapters/tokens/jose.ts';
import type { Config } from '../config/config.ts';
import { watched, type ComponentWatch } from '../operations/component-watch.ts';
import { openActionCalls, openApiDescriptions } from './actions.ts';
import { openDocumentReader, openMarkdownParser } from './knowledge.ts';
import { openWebsites } from './websites.ts';
import { openEmailSender } from './email.ts';
import { openChannels, openWorkflows } from './notifications.ts';
import { openPublisher } from './publisher.ts';
import { openRealtime } from './realtime.ts';
import type { RuntimeReplacements, SharedParts } from './shared-parts.ts';
import { openUploads, openVault } from './storage.ts';
import { openIdentityTokens, openVisitorDirectories } from './widgets.ts';

interface AdapterOptions {
  base: SharedParts;
  /** The folder with the modules of threads. */
  assetsDir: string;
  replace: RuntimeReplacements;
  /** Learns of each failure and recovery of a component. */
  components: ComponentWatch;
  isWidgetOpen: (widgetId: string) => Promise<boolean>;
}

/** The adapters of the runtime that the settings choose, apart from those of agents' sign-in. */
export async function openAdapters(
  config: Config,
  { base, assetsDir, replace, components, isWidgetOpen }: AdapterOptions,
) {
  const { clock, tokenClock, telemetry, background, identity, secret } = base;
  const { token } = azureCredential({ cloud: config.cloud, clientId: config.clientId, clock });
  const parse = openMarkdownParser(assetsDir, clock);
  const documentReader = openDocumentReader(pathToFileURL(join(assetsDir, 'document-worker.js')), clock);
  const tokenKey = (purpose: string) => secret(`token:${purpose}`);
  const signingKey = () => secret('realtime');
  const hub = await openRealtime(config, { signingKey, isWidgetOpen, clock: tokenClock, telemetry });
  return {
    realtime: watched(hub, {
      component: 'realtime',
      watch: components,
      reads: [
        'visitorAccess',
        'agentAccess',
        'toGroup',
        'join',
        'leave',
        'connectedAgents',
        'isVisitorConnected',
        'disconnect',
      ],
    }),
    uploadStorage: watched(openUploads(config, clock), {
      component: 'files',
      watch: components,
      reads: ['blocks', 'isJoined', 'read', 'remove', 'find', 'removeFolder'],
      writes: ['putBlock', 'join'],
    }),
    vault: watched(replace.vault ?? openVault(config, clock), {
      component: 'vault',
      watch: components,
      reads: ['read', 'write', 'remove'],
    }),
    tokens: joseTokens({ key: tokenKey, clock }),
    visitorTokens: joseTokens({ key: tokenKey, clock: tokenClock }),
    parse,
    documentReader,
    websites: replace.websites ?? openWebsites(config.websites, clock, documentReader),
    models: await openModels(config, { clock, random, telemetry, background, token, parse }, replace),
    actionCalls: openActionCalls(config, clock),
    apiDescriptions: openApiDescriptions(config, clock),
    emailSender: replace.emailSender ?? openEmailSender(config, clock),
    channels: await openChannels(config, { clock, identity, secret }),
    workflows: openWorkflows(clock, replace.workflowNetwork),
    publisher: await openPublisher(config, clock),
    directories: openVisitorDirectories(config, tokenClock),
    identityTokens: openIdentityTokens(tokenClock, replace.identityNetwork),
  };
}
