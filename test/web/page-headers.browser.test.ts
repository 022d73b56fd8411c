import { afterAll, expect, test } from 'vitest';
import { openContext } from '../support/browser/chromium.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { rawRequest } from '../support/clients/raw-response.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';

const service = sharedFixture(() => startService());
const widget = sharedFixture(() => registerWidget(service));
const context = sharedFixture(() => openContext());
afterAll(() => context.close());

const PAGES = [
  ['the dashboard', () => '/api/dashboard', 'same-origin'],
  ['the agent desk', () => '/api/collab-tab', 'same-origin'],
  ['the setup', () => '/api/collab-setup', 'same-origin'],
  ['the API reference', () => '/api/docs', 'same-origin'],
  // Its sign-in is another window.
  ['the frame of a widget', () => `/api/widget/frame?w=${widget.id}`, 'same-origin-allow-popups'],
  ['the end of a sign-in', () => '/api/widget/sign-in/callback', 'unsafe-none'],
] as const;

test.each(PAGES)(
  '%s has headers against camera use, text as script and access by other windows',
  async (...page) => {
    const [, path, openerPolicy] = page;
    const { headers } = await service.get(path());
    expect(headers.get('cross-origin-opener-policy')).toBe(openerPolicy);
    expect(headers.get('permissions-policy')).toContain('camera=(), ');
    expect(headers.get('content-security-policy')).toContain("; require-trusted-types-for 'script'; ");
  },
);

test.each(PAGES.slice(0, 5))('in a browser %s refuses text as markup', async (_, path) => {
  const page = await context.newPage();
  await page.goto(`${service.origin}${path()}`);
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src="x">';
      return 'taken';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  });
  expect(refused).toBe('refused');
  await page.close();
});

test('a response over https requires https for a year, and one over http does not', async () => {
  const strict = async (path: string, headers: Record<string, string>) =>
    (await rawRequest(`${proxied.origin}${path}`, { headers })).headers['strict-transport-security'];
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'chat.example' };
  expect(await strict('/api/dashboard', https)).toBe('max-age=31536000');
  expect(await strict('/api/plan', https)).toBe('max-age=31536000');
  expect(await strict('/api/dashboard', {})).toBeUndefined();
});

const proxied = sharedFixture(() => startService({ proxies: 1 }));
