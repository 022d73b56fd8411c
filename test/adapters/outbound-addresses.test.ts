import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRoute } from '../../functions/groups.ts';
import { httpActionCalls } from '../../src/adapters/actions/calls.ts';
import { publicNetwork } from '../../src/adapters/public-network/network.ts';
import { teamsWorkflows } from '../../src/adapters/teams-workflow/workflows.ts';
import { openidDirectories } from '../../src/adapters/visitor-directory/openid.ts';
import { joseIdentityTokens } from '../../src/adapters/visitor-identity/jose.ts';
import { websites } from '../../src/adapters/website/websites.ts';
import { Settings } from '../../src/config/config.ts';
import { textFields } from './body-fields.ts';
import { SHOP_LOGIN, shopLogin } from '../support/ports/identity-tokens.ts';
import { listen } from '../support/servers/listen.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { inProcessPageReader } from '../support/website/page-reader-here.ts';

const clock = manualClock();
const network = publicNetwork;

const signInBy = (issuer: string) =>
  openidDirectories({ clock, random: realRandom, network }).begin(
    { issuer, clientId: 'chat', required: false },
    'https://chat.example/api/widget/sign-in/callback',
  );
const postTo = (address: string) => teamsWorkflows({ clock, network }).post(new URL(address), {});

const callAction = (url: string) =>
  httpActionCalls({ clock, network }).call({ method: 'GET', url, headers: {} }, new AbortController().signal);

/** The addresses that an admin can write and the service asks, and what asks them. */
const ASKED: Record<string, (address: string) => Promise<unknown>> = {
  'signIn.issuer': signInBy,
  'siteLogin.keySetUrl': async (keySetUrl) => {
    const { privateKey } = await generateKeyPair('RS256');
    const token = await shopLogin({ clock, widgetId: 'w' }).byKey(privateKey, { alg: 'RS256' });
    const expected = { issuer: SHOP_LOGIN, audience: 'w', secrets: [], keySetUrl };
    return await joseIdentityTokens({ clock, network }).verify(token, expected);
  },
  address: async (address) => {
    const choices = { allowHttp: true, subdomains: true, files: true };
    const connections = { network };
    const aboutUrl = 'https://chat.example/api/website-reader';
    const reader = websites({ clock, documents: inProcessPageReader, connections, aboutUrl, isLocal: false });
    return await reader.open(address, choices, new AbortController().signal);
  },
  first: postTo,
  second: postTo,
  url: callAction,
  'action.url': callAction,
};

/** The texts of an action, as it is saved and as it is tried. */
const OF_AN_ACTION = [
  ...['title', 'purpose', 'progress', 'body', 'confirmation', 'offeredFor', 'fields.label'],
  ...['parameters.label', 'parameters.description', 'parameters.source.value', 'statuses.sentence'],
  ...['parameters.type.options', 'parameters.type.pattern'],
];

/** The other texts that an admin can write; none is an address that the service asks. */
const NOT_ASKED = [
  ...['allowedOrigins', 'siteLogin.issuer', 'branding.privacyUrl', 'fileName', 'name', 'assistantId'],
  ...['hours.timeZone', 'hours.weekly.to', 'hours.holidays.date', 'hours.holidays.name', 'agentGroups'],
  ...['branding.title', 'branding.greeting', 'branding.suggestions', 'branding.strings.*', 'proactive.text'],
  ...['instructions', 'greeting', 'knowledge.folder', 'markdown', 'heading', 'answer', 'document'],
  ...['draft.name', 'draft.instructions', 'draft.greeting', 'draft.knowledge.folder', 'history.content'],
  ...OF_AN_ACTION,
  ...OF_AN_ACTION.map((field) => `action.${field}`),
  ...['actionId', 'recorded.action', 'recorded.answer', 'text', 'values.*', 'siteLogin.claims'],
  ...['visitor.id', 'visitor.email', 'visitor.claims.*'],
  ...['expected', 'turns.content', 'headings', 'leftOutBlocks.text', 'rules.pattern'],
  ...['assistant', 'secretHeaders', 'secrets', 'widgets', 'content'],
  ...['emailBusinessName', 'emailReplyTo', 'to'],
];

/** A settings file is imported by the services that save its parts. */
const IN_SETTINGS_FILE =
  /^(?:assistants\.profile|documents|websites(?:\.choices)?|actions|widgets(?:\.widget)?|defaultWidget|service|tags|cannedReplies)\./;

test('every text that an admin can write is listed as requested over the guarded connection or as never requested', async () => {
  const endpoints = (await everyRoute()).filter(({ gate }) => gate === 'admin');
  const written = endpoints.flatMap((one) =>
    textFields(one).map((field) =>
      one.name === 'settings-import' ? field.replace(IN_SETTINGS_FILE, '') : field,
    ),
  );
  expect([...new Set(written)].sort()).toEqual([...Object.keys(ASKED), ...NOT_ASKED].sort());
});

describe.each(Object.entries(ASKED))('an admin’s %s', (_field, ask) => {
  let inside: Server;
  let connections = 0;
  let port = '';
  beforeAll(async () => {
    inside = createServer((_request, response) => void response.end('{}'));
    inside.on('connection', () => connections++);
    port = new URL(await listen(inside)).port;
  });
  afterAll(() => inside.close());

  test.each([
    ...['https://127.0.0.1', 'http://127.0.0.1', 'http://localhost', 'https://2130706433'],
    ...['https://0x7f.1', 'https://[::1]', 'https://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]'],
  ])('that leads to %s opens no connection', async (origin) => {
    await ask(`${origin}:${port}/x`).catch(() => undefined);
    expect(connections).toBe(0);
  });
});

/** The adapters that open connections, and the setting that names the server; null: the guard is used. */
const CONNECTING: Record<string, string | null> = {
  'public-network/guarded-fetch.ts': null,
  'teams-workflow/workflow-request.ts': null,
  'website/request.ts': null,
  'actions/json-exchange.ts': null,
  'actions/api-descriptions.ts': null,
  'identity/entra-keys.ts': 'IDP_AUTHORITY',
  'activity-feed/application-tokens.ts': 'IDP_AUTHORITY',
  'activity-feed/graph.ts': 'MICROSOFT_GRAPH_ENDPOINT',
  'model/connection.ts': 'OPENAI_BASE_URL',
  'publisher/http.ts': 'CONTROL_PLANE_URL',
  'events/event-grid.ts': 'EVENT_GRID_TOPIC_ENDPOINT',
  'email/communication-services.ts': 'EMAIL_ENDPOINT',
};
const OPENS = /(?<![.\w])fetch\(|\brequest\b[^;]*\} from 'node:https?'/;

test('an adapter connects through the guard, or to a server from a setting of the deployment', async () => {
  const adapters = new URL('../../src/adapters/', import.meta.url);
  const opening: string[] = [];
  for (const name of await readdir(adapters, { recursive: true })) {
    const source = name.endsWith('.ts') ? await readFile(new URL(name, adapters), 'utf8') : '';
    if (!OPENS.test(source)) continue;
    opening.push(name);
    expect({ name, isGuarded: /guarded(?:Connection|Fetch)\(/.test(source) }).toEqual({
      name,
      isGuarded: CONNECTING[name] === null,
    });
  }
  expect(opening.sort()).toEqual(Object.keys(CONNECTING).sort());
  expect(Object.keys(Settings.shape)).toEqual(
    expect.arrayContaining(Object.values(CONNECTING).filter((it) => it !== null)),
  );
});
