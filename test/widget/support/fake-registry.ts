import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type * as z from 'zod';
import { launcherConfig, type Branding, type PublicConfig } from '../../../src/widgets/records/widget.ts';
import { themeLook } from '../../../src/widgets/rules/theme.ts';
import { pageReply } from '../../../src/http/page.ts';
import { widgetFramePage } from '../../../src/web/widget-frame/page.tsx';
import { VisitorTokenRequest } from '../../../src/chat/wire/visitor.ts';
import type { ScriptMessage } from '../../../src/widgets/wire/widgets.ts';
import { directoryAssets } from '../../../src/adapters/assets/directory.ts';
import { realRandom } from '../../support/ports/random.ts';
import { frameCode, identityCode, linkCode, loaderCode, proactiveCode, widgetCode } from './bundle.ts';
import type { FakeService } from './fake-service.ts';

interface Grant {
  sessionId: string;
  name?: string;
  /** The site named the visitor, and has to for each token. */
  bySite?: boolean;
  /** The link of an e-mail opened the session. */
  linked?: true;
  /** Only tokens end. */
  ended?: boolean;
}

/** The subject of an identity token; undefined for an `expired` one. */
function nameIn(token: string | undefined): string | undefined {
  const claims: unknown = token && JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return claims instanceof Object && 'sub' in claims && !('expired' in claims)
    ? String(claims.sub)
    : undefined;
}

/** Why a token request is refused by what the site says of its visitor, or does not. */
function identityRefusal(token: string | undefined, before: Grant | undefined): [number, object] | undefined {
  const identity = nameIn(token);
  if (token !== undefined && !identity) {
    return [401, { error: 'identity-refused', refusal: 'expired', explanation: 'It has expired.' }];
  }
  if (!before?.bySite || identity === before.name) return undefined;
  return identity ? [409, { error: 'identity-changed' }] : [401, { error: 'identity-required' }];
}

/** One registered widget of a fake service, with faults on demand. */
export interface FakeRegistry {
  id: string;
  face: Omit<PublicConfig, 'branding'> & { branding: Branding };
  /** The verified address of visitors who sign in; empty: none. */
  email: string;
  /** Shown unasked next to the launcher. */
  messages: ScriptMessage[];
  origins: string[];
  state: 'enabled' | 'disabled' | 'unknown';
  /** The requests to the endpoint of tokens, in order. */
  requests: z.output<typeof VisitorTokenRequest>[];
  /** The session of the visitor who has signed in under a name, on whatever device. */
  visitors: Map<string, string>;
  /** How long a token lasts, in seconds. */
  tokenSeconds: number;
  /** No token that was given so far is good any more. */
  endTokens(): void;
}

const REFUSALS: Readonly<Record<FakeRegistry['state'], [status: number, error: string] | undefined>> = {
  enabled: undefined,
  unknown: [404, 'widget-not-found'],
  disabled: [403, 'widget-disabled'],
};

const PAGE_STYLES = new URL('../../../src/web/widget-frame/page.css', import.meta.url);

/**
 * Registers a widget at a fake service, whose sessions from now on need the widget's tokens (docs/api.md,
 * Visitor tokens).
 */
export function fakeRegistry(service: FakeService, origins: string[]): FakeRegistry {
  const id = randomUUID();
  const grants = new Map<string, Grant>();
  const registry: FakeRegistry = {
    id,
    face: { id, branding: {} },
    email: '',
    messages: [],
    origins,
    state: 'enabled',
    requests: [],
    visitors: new Map(),
    tokenSeconds: 900,
    endTokens() {
      for (const [key, grant] of grants) if (key.startsWith('token')) grant.ended = true;
    },
  };
  const give = (kind: string, grant: Grant) => {
    const secret = `${kind} ${randomUUID()}`;
    grants.set(secret, { ...grant });
    return secret;
  };
  const refusal = () => REFUSALS[registry.state];
  /** The session that goes on: of the visitor by that name, or else of the renewal. */
  const sessionOf = (name: string | undefined, before: Grant | undefined) =>
    (name && registry.visitors.get(name)) || before?.sessionId;
  const answer = (response: ServerResponse, status: number, type: string, body: string) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
  const json = (response: ServerResponse, status: number, body: object) =>
    answer(response, status, 'application/json', JSON.stringify(body));

  service.guard = ({ headers }, sessionId) => {
    const grant = grants.get(headers.authorization?.replace('Bearer ', '') ?? '');
    if (grant?.sessionId !== sessionId || grant.ended) return [401, 'unauthorized'];
    return refusal();
  };
  const file = async (response: ServerResponse, type: string, text: Promise<string>) =>
    answer(response, 200, type, await text);
  const script = async (own: boolean) => {
    const face = registry.state === 'enabled' ? JSON.stringify(launcherConfig(registry.face)) : null;
    const { messages } = registry;
    const parts = [
      ...(registry.face.siteLogin ? [`(${await identityCode()})`] : []),
      `(${await linkCode()})`,
      ...(messages.length > 0 ? [`(${await proactiveCode()})(${JSON.stringify({ messages })})`] : []),
    ];
    const address = `${service.origin}/api/widget.js`;
    const served = own ? `(${await loaderCode()})(${face},[${parts.join()}]);` : await widgetCode();
    return served.replaceAll('{script-address}', own ? `${address}?w=${id}` : address);
  };
  service.fault('widget.js', ({ url }, response) => {
    void file(response, 'text/javascript', script(!!url?.endsWith(`?w=${id}`)));
  });
  service.fault('pages/current/widget-frame.js', (_request, response) => {
    void file(response, 'text/javascript', frameCode());
  });
  service.fault('pages/current/widget-frame.css', (_request, response) => {
    void file(response, 'text/css', readFile(PAGE_STYLES, 'utf8'));
  });
  service.fault('widget/frame', (_request, response) => {
    const { branding } = registry.face;
    const shown = { ...registry.face, branding: { ...branding, ...themeLook(branding) } };
    const face = registry.state === 'unknown' ? undefined : shown;
    const page = pageReply(
      { random: realRandom, assets: directoryAssets('') },
      (nonce) => widgetFramePage({ nonce, config: face, origins: registry.origins }),
      {
        ...(face ? { frameAncestors: registry.origins } : { status: 404 }),
        sources: { 'connect-src': [service.origin.replace('http', 'ws')] },
      },
    );
    void page.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  const tokenRefusal = (
    identity: string | undefined,
    before: Grant | undefined,
    name: string | undefined,
  ): [status: number, body: object] | undefined => {
    const refused = refusal();
    if (refused) return [refused[0], { error: refused[1] }];
    const isMissing = registry.face.signIn?.required && !name;
    return (
      identityRefusal(identity, before) ?? (isMissing ? [401, { error: 'sign-in-required' }] : undefined)
    );
  };
  /** The conversation of a token, and whether the visitor is asked first to continue a linked one. */
  const conversationFor = (
    asked: z.output<typeof VisitorTokenRequest>,
    before: Grant | undefined,
    proven: string | undefined,
  ): { isAsked: boolean; name: string | undefined; sessionId: string } => {
    const linked = before?.linked && !asked.fresh ? before.sessionId : undefined;
    // A visitor who signs in has not answered yet whether to continue it.
    const isAsked = linked !== undefined && asked.continue === undefined;
    const name = isAsked ? undefined : (proven ?? before?.name);
    if (linked !== undefined && asked.continue !== false) return { isAsked, name, sessionId: linked };
    const known = linked === undefined ? before : undefined;
    const own = asked.fresh ? undefined : sessionOf(name, known);
    return { isAsked, name, sessionId: own ?? randomUUID() };
  };
  service.fault('widget/token', (_request, response, body) => {
    const asked = VisitorTokenRequest.parse(body);
    registry.requests.push(asked);
    const before = grants.get(asked.renewal ?? '');
    const identity = nameIn(asked.identity);
    const proven = identity ?? asked.proof?.replace('proof of ', '');
    const refused = tokenRefusal(asked.identity, before, proven ?? before?.name);
    if (refused) {
      json(response, ...refused);
      return;
    }
    const { isAsked, name, sessionId } = conversationFor(asked, before, proven);
    if (name) registry.visitors.set(name, sessionId);
    const grant: Grant = {
      sessionId,
      ...(name && { name }),
      ...(name && identity && { bySite: true }),
      ...(isAsked && { linked: true }),
    };
    json(response, 200, {
      token: give('token', grant),
      renewal: give('renewal', grant),
      sessionId,
      expiresAt: new Date(Date.now() + registry.tokenSeconds * 1000).toISOString(),
      ...(name && { visitor: { name, ...(registry.email && { email: registry.email }) } }),
      ...(isAsked && { linked: true }),
    });
  });
  service.people.accessTo = (sessionId) => ({
    token: give('token', { sessionId, linked: true }),
    renewal: give('renewal', { sessionId, linked: true }),
    expiresAt: new Date(Date.now() + registry.tokenSeconds * 1000).toISOString(),
  });
  // A directory in which everyone is Anna.
  service.fault('widget/sign-in', (_request, response) =>
    answer(
      response,
      200,
      'text/html',
      `<script>opener.postMessage({ type: 'signed-in', proof: 'proof of Anna' }, location.origin); close()</script>`,
    ),
  );
  return registry;
}
