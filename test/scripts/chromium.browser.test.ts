import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser/chromium.ts';
import { listen } from '../support/servers/listen.ts';

afterEach(() => vi.unstubAllEnvs());

test('the browser connects only to this machine', async () => {
  const server = createServer((_request, response) => response.end('here'));
  const { port } = new URL(await listen(server));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    for (const host of ['127.0.0.1', 'localhost', 'shop.localhost']) {
      await page.goto(`http://${host}:${port}/`);
      expect(await page.textContent('body')).toBe('here');
    }
    await expect(page.goto(`http://example.com:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  } finally {
    await browser.close();
    server.close();
  }
});
