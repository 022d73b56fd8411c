import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { THEME_PRESETS } from '../../src/widgets/rules/theme-presets.ts';
import { themeLook } from '../../src/widgets/rules/theme.ts';
import { AssistantReply } from '../../src/assistants/wire/assistants.ts';
import type { ScriptMessage } from '../../src/widgets/wire/widgets.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { changeWidget, registerWidget, SHOP } from '../support/clients/registered-widgets.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const LAB = 'http://localhost:8080';
const HOSTILE = '</script><script>alert(1)</script>"\'<!--';

/** The entries for Microsoft Teams (docs/rules.md, Widget registry, rule 3). */
const TEAMS = [
  'https://teams.microsoft.com',
  'https://*.teams.microsoft.com',
  'https://gov.teams.microsoft.us',
  'https://dod.teams.microsoft.us',
  'https://*.cloud.microsoft',
  'https://*.microsoft365.com',
  'https://*.office.com',
  'https://outlook.office365.com',
];

describe.each(HOSTS)('the frame of a registered widget on the %s host', (host) => {
  const service = sharedFixture(() =>
    startService({ host, settings: { ALLOWED_ORIGINS: 'https://other.example' } }),
  );

  function policyOf(response: Response): Map<string, string[]> {
    const policy = response.headers.get('content-security-policy') ?? '';
    return new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
  }

  test('can be embedded only by the widget’s origins and Teams', async () => {
    const { id } = await registerWidget(service, { allowedOrigins: [SHOP, LAB] });
    const response = await service.get(`/api/widget/frame?w=${id}`);
    expect(response.status).toBe(200);
    expect(policyOf(response).get('frame-ancestors')).toEqual([SHOP, LAB, ...TEAMS]);
    expect(response.headers.get('x-frame-options')).toBeNull();
  });

  test('loads no resource from another host, and no script without the page’s nonce', async () => {
    const { id } = await registerWidget(service);
    const response = await service.get(`/api/widget/frame?w=${id}`);
    const policy = policyOf(response);
    expect(policy.get('default-src')).toEqual([`'none'`]);
    expect(policy.get('script-src')).toEqual([expect.stringMatching(/^'nonce-[\w+/=]{22,}'$/)]);
    expect(policy.get('connect-src')).toEqual([`'self'`]);
    expect(policy.get('base-uri')).toEqual([`'none'`]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const again = await service.get(`/api/widget/frame?w=${id}`);
    expect(policyOf(again).get('script-src')).not.toEqual(policy.get('script-src'));
  });

  test('can connect to the real-time service', async () => {
    const hub = await startService({
      host,
      settings: {
        WEB_PUBSUB_ENDPOINT: 'https://hub.example.com',
        WEB_PUBSUB_CONNECTION_STRING: `Endpoint=https://hub.example.com;AccessKey=${'a'.repeat(44)};Version=1.0;`,
      },
    });
    try {
      const { id } = await registerWidget(hub);
      const response = await hub.get(`/api/widget/frame?w=${id}`);
      expect(policyOf(response).get('connect-src')).toEqual([`'self'`, 'wss://hub.example.com']);
    } finally {
      await hub.close();
    }
  });

  test('of a disabled widget is served, so that it can show a message', async () => {
    const { id } = await registerWidget(service, { enabled: false });
    const response = await service.get(`/api/widget/frame?w=${id}`);
    expect(response.status).toBe(200);
    expect(policyOf(response).get('frame-ancestors')).toEqual([SHOP, ...TEAMS]);
  });

  test.each(['', '?w=', '?w=x', '?w=3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22', '?w=..%2F..%2Fx'])(
    'of the unknown widget “%s” is an explanation that no site can embed',
    async (query) => {
      const response = await service.get(`/api/widget/frame${query}`);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(policyOf(response).get('frame-ancestors')).toEqual([`'none'`]);
      expect(await response.text()).toContain('This chat is not available here.');
    },
  );

  test('contains no text of an admin as markup', async () => {
    const { id } = await registerWidget(service, {
      branding: { title: HOSTILE, greeting: HOSTILE, strings: { Send: HOSTILE } },
    });
    const page = await (await service.get(`/api/widget/frame?w=${id}`)).text();
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<!--');
  });

  test('has the greeting of its AI agent unless the widget has a greeting', async () => {
    const created = await service.post('/api/assistants', {
      name: 'Ada',
      instructions: 'Help.',
      greeting: 'Ada here.',
    });
    const { assistant } = AssistantReply.parse(await created.json());
    const plain = await registerWidget(service, { assistantId: assistant.id });
    const own = await registerWidget(service, { assistantId: assistant.id, branding: { greeting: 'Hi.' } });
    const read = async (id: string) => (await service.get(`/api/widget/frame?w=${id}`)).text();
    expect(await read(plain.id)).toContain('Ada here.');
    expect(await read(own.id)).not.toContain('Ada here.');
  });

  test('does not reveal the widget’s directory and AI agent', async () => {
    const { id } = await registerWidget(service, {
      name: 'Internal name',
      assistantId: '0d9c3f6b-1e22-4c7b-9a54-3f2c1a806f5e',
      signIn: { issuer: 'https://id.example', clientId: 'client-id', required: true },
    });
    for (const path of [`/api/widget/frame?w=${id}`, `/api/widget.js?w=${id}`]) {
      const text = await (await service.get(path)).text();
      for (const secret of ['Internal name', '0d9c3f6b-1e22', 'id.example', 'client-id']) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

describe.each(HOSTS)('the script of a registered widget on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));

  /** The parameters of the script's call. */
  async function faceIn(path: string): Promise<unknown> {
    const source = await (await service.get(path)).text();
    return JSON.parse(source.slice(source.lastIndexOf(')(') + 2, source.lastIndexOf(',[')));
  }

  test('is the loader with the widget’s appearance, readable by every site and cacheable for five minutes', async () => {
    const branding = { title: 'Shop', color: '#0f766e', corner: 'left' } as const;
    const inside = {
      greeting: 'Hi.',
      suggestions: ['Prices?'],
      privacyUrl: 'https://shop.example.com/privacy',
    };
    const { id } = await registerWidget(service, { branding: { ...branding, ...inside } });
    const response = await service.get(`/api/widget.js?w=${id}`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await faceIn(`/api/widget.js?w=${id}`)).toEqual({
      title: 'Shop',
      corner: 'left',
      look: 'color-scheme:light dark;--chat-widget-color:#0f766e',
    });
  });

  test('has a saved theme with the next request, like the frame', async () => {
    const widget = await registerWidget(service, { branding: { color: '#2f5bea' } });
    const path = `/api/widget.js?w=${widget.id}`;
    const etag = (await service.get(path)).headers.get('etag') ?? '';
    for (const { tokens } of THEME_PRESETS) {
      await changeWidget(service, widget, { branding: tokens });
      const { look, icon } = themeLook(tokens);
      expect((await service.get(path, { 'if-none-match': etag })).status).toBe(200);
      expect(await faceIn(path)).toMatchObject({ look, ...(icon && { icon }) });
      const frame = await (await service.get(`/api/widget/frame?w=${widget.id}`)).text();
      expect(frame).toContain(look);
    }
  });

  test('is answered with 304 if it has not changed', async () => {
    const widget = await registerWidget(service);
    const path = `/api/widget.js?w=${widget.id}`;
    const etag = (await service.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await service.get(path, { 'if-none-match': etag })).status).toBe(304);
    const other = await registerWidget(service, { branding: { title: 'Other' } });
    const changed = await service.get(`/api/widget.js?w=${other.id}`, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
  });

  test('is a valid script with any text of an admin', async () => {
    const { id } = await registerWidget(service, { branding: { title: `${HOSTILE}\u2028\u2029` } });
    const source = await (await service.get(`/api/widget.js?w=${id}`)).text();
    expect(() => new Script(source)).not.toThrow();
    expect(source.slice(source.lastIndexOf(')('))).not.toMatch(/[<\u2028\u2029]/);
    expect(await faceIn(`/api/widget.js?w=${id}`)).toMatchObject({ title: `${HOSTILE}\u2028\u2029` });
  });

  test('has the code for identities only if the widget has a site login', async () => {
    const { id } = await registerWidget(service, { siteLogin: { issuer: 'https://shop.example' } });
    const plain = await registerWidget(service);
    const [own, other] = await Promise.all(
      [id, plain.id].map(async (it) => (await service.get(`/api/widget.js?w=${it}`)).text()),
    );
    expect(() => new Script(own ?? '')).not.toThrow();
    expect(own).toContain('identity-wanted');
    expect(own).not.toContain('https://shop.example');
    expect(other).not.toContain('identity-wanted');
    expect(await (await service.get(`/api/widget/frame?w=${id}`)).text()).toContain('siteLogin');
  });

  test('has the enabled proactive messages, escaped and up to date, unlike the frame', async () => {
    const text = `${HOSTILE}\u2028</script>`.slice(-160);
    const message: ScriptMessage = {
      id: '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22',
      text,
      page: '/café',
      seconds: 0,
      visitors: 'all',
      oncePer: 'visitor',
    };
    const widget = await registerWidget(service, { proactive: [{ ...message, enabled: true }] });
    const { id } = widget;
    const path = `/api/widget.js?w=${id}`;
    const response = await service.get(path);
    const source = await response.text();
    expect(() => new Script(source)).not.toThrow();
    const given = source.slice(source.lastIndexOf('({"messages"'));
    expect(given).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(given.slice(1, given.indexOf(')]);')))).toEqual({
      messages: [{ ...message, page: '/caf%C3%A9' }],
    });
    expect(await (await service.get(`/api/widget/frame?w=${id}`)).text()).not.toMatch(
      /caf(é|%C3%A9)|proactive/,
    );
    await changeWidget(service, widget, { proactive: [{ ...message, enabled: false }] });
    const after = await service.get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect(await after.text()).not.toContain('messages');
  });

  test('of an unknown or disabled widget shows no launcher', async () => {
    const { id } = await registerWidget(service, { enabled: false });
    for (const w of [id, 'x', '', '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22']) {
      expect(await faceIn(`/api/widget.js?w=${w}`)).toBeNull();
    }
  });

  test('shows no launcher while the chat is off, like the plain embed', async () => {
    const { id } = await registerWidget(service);
    const paths = ['/api/widget.js', `/api/widget.js?w=${id}`];
    const read = async (path: string) => {
      const response = await service.get(path);
      return { text: await response.text(), cached: response.headers.get('cache-control') };
    };
    const before = await Promise.all(paths.map(read));
    const { send } = registryAdmin(service);
    const off = { assistantStopped: false, chatOff: true };
    expect((await send('PUT', 'switches', off)).status).toBe(200);
    for (const path of paths) expect(await faceIn(path)).toBeNull();
    const without = await Promise.all(paths.map(read));
    expect(without.map(({ cached }) => cached)).toEqual(before.map(({ cached }) => cached));
    expect((await send('PUT', 'switches', { ...off, chatOff: false })).status).toBe(200);
    expect(await Promise.all(paths.map(read))).toEqual(before);
  });

  test('differs from the script of the plain embed', async () => {
    const plain = await (await service.get('/api/widget.js')).text();
    const other = await (await service.get('/api/widget.js?v=2')).text();
    expect(other).toBe(plain);
    expect(plain).not.toContain('widget/frame');
  });
});
