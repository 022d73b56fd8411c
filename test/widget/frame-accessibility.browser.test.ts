import { describe, expect } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import type { RegisteredVisit } from './support/registered-site.ts';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';

const WIDGET = { include: ['chat-widget'] };
const startSite = withRegisteredSites();
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** In the page, and in the frame if there is one. */
async function violationsIn({ page }: RegisteredVisit, rules: 'all' | 'colors'): Promise<string[]> {
  const [, frame] = page.frames();
  const inFrame = frame ? await violations(frame, WIDGET, rules) : [];
  return [...(await violations(page, WIDGET, rules)), ...inFrame];
}

describe.each([
  ['light', 'light', '#2f5bea', 'all'],
  ['yellow', 'light', '#ffe600', 'colors'],
  ['pale in the dark', 'dark', '#f5f5f5', 'colors'],
] as const)('axe-core finds nothing, %s', (_name, colorScheme, color, rules) => {
  it('in any state', async () => {
    const site = await startSite({ colorScheme });
    site.registry.face = {
      id: site.registry.id,
      branding: { color, logo: LOGO, suggestions: ['One?'], privacyUrl: 'https://acme.test/p' },
      signIn: { required: true },
    };
    const visit = await site.visit();
    const states: Record<string, string[]> = {};
    const look = async (state: string) => (states[state] = await violationsIn(visit, rules));
    await look('closed');
    await visit.launcher.click();
    await visit.panel.getByText('Sign in to chat.').waitFor();
    await look('before the sign-in');
    await visit.button('Sign in').click();
    await visit.panel.getByText('Signed in as Anna').waitFor();
    await look('open');
    await visit.ask('Hello');
    await look('answered');
    site.registry.state = 'disabled';
    await visit.send('Again');
    await visit.panel.getByText('This chat is not available here.').waitFor();
    await look('not available');
    expect(states).toEqual(Object.fromEntries(Object.keys(states).map((state) => [state, []])));
  });

  it('if the frame does not load', async () => {
    const site = await startSite({ colorScheme });
    site.registry.face.branding = { color };
    await site.context.route('**/widget/frame*', (route) => route.abort());
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.page.locator('chat-widget').getByRole('alert').getByText('could not be loaded').waitFor();
    expect(await violations(visit.page, WIDGET, rules)).toEqual([]);
  });
});

it('a screen reader finds a named dialog, a named frame and the conversation in it', async ({ site }) => {
  site.registry.face.branding = { title: 'Acme help' };
  const visit = await site.conversation();
  await expect.poll(() => visit.page.locator('chat-widget iframe').getAttribute('title')).toBe('Acme help');
  expect(await visit.page.locator('chat-widget').ariaSnapshot()).toContain('dialog "Acme help"');
  const inside = await visit.panel.ariaSnapshot();
  for (const part of ['heading "Acme help"', 'log', 'textbox "Write a message"', 'button "Close"']) {
    expect(inside).toContain(part);
  }
});
