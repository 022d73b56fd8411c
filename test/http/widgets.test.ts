import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { ORIGINS } from '../support/hostile-origins.ts';
import { registryAdmin, SHOP_WIDGET } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';

const LOGO = `data:image/png;base64,${Buffer.alloc(300, 7).toString('base64')}`;
const BRANDING = {
  title: 'Ask us',
  greeting: 'Hello!',
  color: '#0f766e',
  surface: '#101828',
  text: '#f5f5f4',
  radius: 0,
  font: 'serif',
  launcherIcon: 'question',
  theme: 'dark',
  corner: 'left',
  logo: LOGO,
  privacyUrl: 'https://shop.example/privacy',
  suggestions: ['Where is my order?'],
  strings: { Send: 'Off it goes' },
};
const MESSAGE = { id: randomUUID(), text: 'Need help?', page: '/pricing', seconds: 30 };
const SIGN_IN = { issuer: 'https://id.example', clientId: 'shop', required: true };

describe('registered widgets', () => {
  const service = sharedFixture(() => startService());
  const admin = sharedFixture(() => registryAdmin(service));
  afterEach(async () => {
    for (const { id } of (await admin.widgets()).widgets) await admin.send('DELETE', `widgets/${id}`);
  });

  test('a new widget has the given values and is enabled, and Location has its address', async () => {
    const edit = { ...SHOP_WIDGET, assistantId: 'default', signIn: SIGN_IN, branding: BRANDING };
    const { status, headers, body } = await admin.send('POST', 'widgets', edit);
    expect(status).toBe(201);
    const { widget, warnings } = WidgetReply.parse(body);
    expect(widget).toMatchObject({ ...edit, enabled: true, createdAt: widget.updatedAt });
    expect(warnings).toEqual([]);
    expect(headers.get('etag')).toBe(widget.etag);
    expect(headers.get('location')).toBe(`/api/widgets/${widget.id}`);
    expect(await admin.widget(widget.id)).toEqual({ widget, warnings });
  });

  test('a widget keeps the order of its proactive messages, and adds their defaults', async () => {
    const other = { ...MESSAGE, id: randomUUID(), visitors: 'returning', oncePer: 'visit', enabled: false };
    const { widget } = await admin.register({ proactive: [MESSAGE, other] });
    const all = { visitors: 'all', oncePer: 'visitor', enabled: true };
    expect((await admin.widget(widget.id)).widget.proactive).toEqual([{ ...MESSAGE, ...all }, other]);
  });

  test('proactive messages of 200 kB are refused', async () => {
    const many = Array.from({ length: 500 }, () => ({ ...MESSAGE, text: 'x'.repeat(400) }));
    const { status } = await admin.send('POST', 'widgets', { ...SHOP_WIDGET, proactive: many });
    expect(status).toBe(413);
  });

  test('an upper-case id or domain is treated like the lower-case one', async () => {
    const { widget } = await admin.register({ primaryDomain: ' Shop.EXAMPLE ' });
    expect(widget.primaryDomain).toBe('shop.example');
    expect((await admin.widget(widget.id.toUpperCase())).widget).toEqual(widget);
  });

  test('the list is sorted by name', async () => {
    for (const name of ['Zebra', 'apple', 'Éclair']) await admin.register({ name });
    expect((await admin.widgets()).widgets.map(({ name }) => name)).toEqual(['apple', 'Éclair', 'Zebra']);
  });

  test('an edit replaces all editable fields, and leaves the others unchanged', async () => {
    const { widget } = await admin.register({ branding: BRANDING, signIn: SIGN_IN });
    await admin.send('PATCH', `widgets/${widget.id}`, { enabled: false });
    const edit = { ...SHOP_WIDGET, name: 'Renamed', allowedOrigins: ['http://localhost:8080'] };
    const sent = admin.send('PUT', `widgets/${widget.id}`, edit);
    const { widget: edited } = await admin.answer(200, WidgetReply, sent);
    expect(edited).toMatchObject({ ...edit, id: widget.id, enabled: false, createdAt: widget.createdAt });
    expect(edited).not.toHaveProperty('branding');
    expect(edited).not.toHaveProperty('signIn');
    expect(edited.etag).not.toBe(widget.etag);
  });

  test('an edit cannot change the service’s own fields', async () => {
    const { widget } = await admin.register();
    const forged = { ...widget, id: randomUUID(), enabled: false, createdAt: '2020-01-01T00:00:00.000Z' };
    const sent = admin.send('PUT', `widgets/${widget.id}`, forged);
    const { widget: edited } = await admin.answer(200, WidgetReply, sent);
    expect(edited).toMatchObject({ id: widget.id, enabled: true, createdAt: widget.createdAt });
  });

  test('an edit of an outdated version is refused, and an edit without a version is accepted', async () => {
    const { widget } = await admin.register();
    const put = (name: string, etag?: string) =>
      admin.send('PUT', `widgets/${widget.id}`, { ...SHOP_WIDGET, name }, etag ? { 'if-match': etag } : {});
    const first = await put('First', widget.etag);
    expect(first.status).toBe(200);
    const late = await put('Late', widget.etag);
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ error: 'precondition-failed' });
    expect((await put('Weak', `W/${first.headers.get('etag')}`)).status).toBe(412);
    expect((await put('One of many', `"x", ${first.headers.get('etag')}`)).status).toBe(200);
    expect((await put('Any', '*')).status).toBe(200);
    expect((await put('Newest')).status).toBe(200);
    expect((await admin.widget(widget.id)).widget.name).toBe('Newest');
  });

  test('a widget can be disabled and enabled repeatedly', async () => {
    const { widget } = await admin.register();
    const etags = new Set([widget.etag]);
    for (const enabled of [false, false, true]) {
      const sent = admin.send('PATCH', `widgets/${widget.id}`, { enabled });
      const { widget: now } = await admin.answer(200, WidgetReply, sent);
      expect(now.enabled).toBe(enabled);
      etags.add(now.etag);
    }
    expect(etags.size).toBe(3);
    expect((await admin.widget(widget.id)).widget.enabled).toBe(true);
  });

  test('a widget is removed only at the version that was read, and is answered with 404 afterwards', async () => {
    const { widget } = await admin.register();
    const path = `widgets/${widget.id}`;
    expect((await admin.send('DELETE', path, undefined, { 'if-match': '"another"' })).status).toBe(412);
    expect((await admin.send('DELETE', path, undefined, { 'if-match': widget.etag })).status).toBe(204);
    for (const [method, at, body] of [
      ['GET', path],
      ['PUT', path, SHOP_WIDGET],
      ['DELETE', path],
      ['PATCH', path, { enabled: false }],
      ['PATCH', path, { enabled: true }],
    ] as const) {
      const { status, body: answer } = await admin.send(method, at, body);
      expect([status, answer], `${method} ${at}`).toMatchObject([404, { error: 'widget-not-found' }]);
    }
  });

  test('two widgets with the same primary domain are allowed, with a warning', async () => {
    const { widget: first } = await admin.register({ name: 'First' });
    const { widget: second, warnings } = await admin.register({ name: 'Second' });
    const warning = { code: 'shared-primary-domain', message: expect.any(String) };
    expect(warnings).toEqual([{ ...warning, widgets: [{ id: first.id, name: 'First' }] }]);
    expect((await admin.widget(first.id)).warnings).toEqual([
      { ...warning, widgets: [{ id: second.id, name: 'Second' }] },
    ]);
    const sent = admin.send('PUT', `widgets/${second.id}`, { ...SHOP_WIDGET, primaryDomain: 'b.example' });
    expect((await admin.answer(200, WidgetReply, sent)).warnings).toEqual([]);
    expect((await admin.widget(first.id)).warnings).toEqual([]);
  });

  test.each(['https://www.Shop.example/shop?a=1', 'http://www.shop.example', 'www.shop.example/#top'])(
    'a widget with the address %s has its domain as the primary domain',
    async (primaryDomain) => {
      const { widget } = await admin.register({ primaryDomain });
      expect(widget.primaryDomain).toBe('www.shop.example');
    },
  );

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ primaryDomain: 'our shop' }, 'primaryDomain'],
    [{ primaryDomain: 'ftp://shop.example' }, 'primaryDomain'],
    [{ allowedOrigins: [] }, 'allowedOrigins'],
    [{ allowedOrigins: ['*'] }, 'allowedOrigins.0'],
    [{ allowedOrigins: ['https://a.example', 'https://b.example/'] }, 'allowedOrigins.1'],
    [{ assistantId: randomUUID() }, 'assistantId'],
    [{ assistantId: '' }, 'assistantId'],
    [{ signIn: { ...SIGN_IN, issuer: 'http://id.example' } }, 'signIn.issuer'],
    [{ signIn: { ...SIGN_IN, issuer: 'https://169.254.169.254/latest' } }, 'signIn.issuer'],
    [{ signIn: { ...SIGN_IN, issuer: 'https://[::ffff:10.0.0.1]' } }, 'signIn.issuer'],
    [{ signIn: { ...SIGN_IN, clientId: '' } }, 'signIn.clientId'],
    [{ branding: { color: 'red;} body{display:none' } }, 'branding.color'],
    [{ branding: { surface: '#12345' } }, 'branding.surface'],
    [{ branding: { text: 'url(https://evil.example/)' } }, 'branding.text'],
    [{ branding: { radius: -1 } }, 'branding.radius'],
    [{ branding: { radius: 1e9 } }, 'branding.radius'],
    [{ branding: { font: 'Arial;}' } }, 'branding.font'],
    [{ branding: { launcherIcon: '<svg onload=alert(1)>' } }, 'branding.launcherIcon'],
    [{ branding: { logo: 'https://shop.example/logo.png' } }, 'branding.logo'],
    [{ branding: { logo: 'data:image/svg+xml;base64,PHN2Zz4=' } }, 'branding.logo'],
    [{ branding: { logo: `data:image/png;base64,${'A'.repeat(32 * 1024)}` } }, 'branding.logo'],
    [{ branding: { privacyUrl: 'javascript:alert(1)' } }, 'branding.privacyUrl'],
    [{ branding: { corner: 'top' } }, 'branding.corner'],
    [{ branding: { suggestions: ['a', 'b', 'c', 'd'] } }, 'branding.suggestions'],
    [{ branding: { strings: { Send: 7 } } }, 'branding.strings.Send'],
    [{ proactive: Array.from({ length: 11 }, () => ({ ...MESSAGE, id: randomUUID() })) }, 'proactive'],
    [{ proactive: [MESSAGE, { ...MESSAGE, id: randomUUID(), text: '' }] }, 'proactive.1.text'],
    [{ proactive: [{ ...MESSAGE, page: 'https://shop.example/' }] }, 'proactive.0.page'],
    [{ proactive: [{ ...MESSAGE, seconds: 3601 }] }, 'proactive.0.seconds'],
  ])('%j is refused with the name of its field', async (about, path) => {
    const { status, body } = await admin.send('POST', 'widgets', { ...SHOP_WIDGET, ...about });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation-failed', issues: [{ path }] });
    expect((await admin.widgets()).widgets).toEqual([]);
  });

  test('origins are stored in the form that browsers send', async () => {
    const { widget } = await admin.register({ allowedOrigins: ORIGINS.map(([written]) => written) });
    expect(widget.allowedOrigins).toEqual(ORIGINS.map(([, origin]) => origin));
  });

  test('an invalid id is answered with 400', async () => {
    const { status, body } = await admin.send('GET', 'widgets/shop');
    expect([status, body]).toMatchObject([400, { issues: [{ path: 'id' }] }]);
  });
});
