import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Widget } from '../../src/widgets/records/widget.ts';
import { violations } from '../support/browser/axe.ts';
import { openContext } from '../support/browser/chromium.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { askToken } from '../support/clients/visitor.ts';
import { startVisitorDirectory, type RunningDirectory } from '../support/servers/visitor-directory.ts';

describe('the window in which a visitor signs in', () => {
  let service: RunningService;
  let elsewhere: RunningService;
  let directory: RunningDirectory;
  let widget: Widget;
  let page: Page;
  beforeAll(async () => {
    [service, elsewhere, directory] = await Promise.all([
      startService(),
      startService(),
      startVisitorDirectory(),
    ]);
    const { issuer, clientId } = directory;
    widget = await registerWidget(service, { signIn: { issuer, clientId, required: false } });
  });
  beforeEach(async () => {
    directory.person = { sub: 'zoe|1', name: 'Zoë' };
    page = await (await openContext()).newPage();
  });
  afterEach(() => page.context().close());
  afterAll(async () => {
    await Promise.all([service.close(), elsewhere.close(), directory.close()]);
  });

  /** Opens the window from a page of an origin, and returns the messages that the page gets from it. */
  async function openFrom(origin: string): Promise<{ window: Page; heard(): Promise<unknown[]> }> {
    await page.goto(`${origin}/api/widget/frame?w=${widget.id}`);
    const opened = page.waitForEvent('popup');
    await page.evaluate((address) => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      addEventListener('message', ({ data, origin: from, source }) => {
        heard.push({ data, ours: from === location.origin, fromTheWindow: source === popup });
      });
      const popup = open(address, 'sign-in', 'popup');
    }, `${service.origin}/api/widget/sign-in?w=${widget.id}`);
    return {
      window: await opened,
      heard: () => page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown[]),
    };
  }

  test('passes the proof to the page of this service that opened it, and closes', async () => {
    const { window, heard } = await openFrom(service.origin);
    await expect.poll(() => window.isClosed()).toBe(true);
    await expect.poll(heard).toHaveLength(1);
    const [message] = await heard();
    expect(message).toEqual({
      data: { type: 'signed-in', proof: expect.any(String) },
      ours: true,
      fromTheWindow: true,
    });
    const { proof } = (message as { data: { proof: string } }).data;
    expect((await askToken(service, widget.id, { proof })).visitor).toEqual({ name: 'Zoë' });
  });

  test('passes nothing to a page of another origin that opened it', async () => {
    const { window, heard } = await openFrom(elsewhere.origin);
    await expect.poll(() => window.isClosed()).toBe(true);
    expect(await heard()).toEqual([]);
  });

  test('says that sign-in is complete if no page opened it, and removes the code from its address', async () => {
    await page.goto(`${service.origin}/api/widget/sign-in?w=${widget.id}`);
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    expect(page.url()).toBe(`${service.origin}/api/widget/sign-in/callback`);
    expect(await violations(page)).toEqual([]);
  });

  test('shows an error if the sign-in failed', async () => {
    directory.person = undefined;
    await page.goto(`${service.origin}/api/widget/sign-in?w=${widget.id}`);
    await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
