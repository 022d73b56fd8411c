import { expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';
import { violations } from '../support/browser/axe.ts';

const dashboard = freshFixture(() => startDashboard());

test('Installation has the steps and the code of each platform, with the chosen look', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/settings/embed' });
  await page.getByLabel('Title').fill('Ask us');
  const section = page.getByRole('region', { name: 'Platforms' });
  const names = await section.locator('summary').allInnerTexts();
  expect(names.map((name) => name.trim())).toEqual([
    'Plain HTML',
    'Google Tag Manager',
    'WordPress',
    'Shopify',
    'Webflow',
    'Next.js',
    'React',
  ]);
  for (const summary of await section.locator('summary').all()) await summary.click();
  const codes = await section.locator('pre').allInnerTexts();
  const address = `${new URL(page.url()).origin}/api/widget.js`;
  for (const code of codes) {
    expect(code).toContain(address);
    expect(code).toContain('Ask us');
  }
  expect(codes.length).toBe(names.length);
  expect(await violations(page, { exclude: ['chat-widget'] })).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Installation prints the declarations that the service serves', async () => {
  const { page } = await dashboard.visit({ at: '#/settings/embed' });
  const section = page.getByRole('region', { name: 'TypeScript' });
  await section.getByText('Declarations', { exact: true }).click();
  const printed = await section.locator('pre').innerText();
  const served = await page.evaluate(async () => {
    const response = await fetch('/api/widget.d.ts');
    return { type: response.headers.get('content-type'), text: await response.text() };
  });
  expect(served.type).toBe('text/plain; charset=utf-8');
  expect(served.text).toContain('interface ChatWidgetEvents {');
  expect(printed.trim()).toBe(served.text.trim());
});
