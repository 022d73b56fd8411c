import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { createWidget, startWaitingConversation } from '../support/clients/registered-widgets.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { AGENT_CONVERSATION_LIMIT: '1' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

describe('the next conversation', () => {
  test('is claimed and opened by a key, an urgent one first', async () => {
    await office.conversation('human_requested', 'Where is my parcel?');
    const second = await office.conversation('human_requested', 'My house is on fire');
    await mia.row(second).click();
    await mia.button('More actions').click();
    await mia.page.getByRole('button', { name: 'Mark as urgent' }).click();
    await expect.poll(() => mia.row(second).innerText()).toContain('Urgent');
    await mia.page.keyboard.press('Escape');
    await mia.page.keyboard.press('x');
    await mia.section('Mine').locator(`[data-session="${second}"][aria-current]`).waitFor();
    await mia.page.getByText('With you').waitFor();
  });

  test('is refused with a reason beyond the limit', async () => {
    await mia.button('Claim next').click();
    await mia.page
      .getByRole('status')
      .getByText('You have reached the conversation limit. Close a conversation, or claim one from the list.')
      .waitFor();
  });

  test('opens after a close, also while the close can still be undone', async () => {
    const waiting = mia.section('Waiting for a person').locator('[data-session]');
    const next = await waiting.getAttribute('data-session');
    await mia.key('e');
    await expect.poll(() => mia.page.getByText('conversation limit').count()).toBe(0);
    await mia.button('Claim next').click();
    await mia.section('Mine').locator(`[data-session="${next}"][aria-current]`).waitFor();
  });

  test('is first one of the agent’s own groups, which have a separate section', async () => {
    const others = await office.conversation('human_requested', 'I waited longer');
    const widgetId = await createWidget(office.service, { agentGroups: ['customer support'] });
    const own = await startWaitingConversation(office.service, widgetId);
    await mia.page.reload();
    await mia.section('Waiting for your groups').locator(`[data-session="${own}"]`).waitFor();
    await mia.section('Waiting for a person').locator(`[data-session="${others}"]`).waitFor();
    await mia.section('Mine').locator('[data-session]').click();
    await mia.page.getByText('With you').waitFor();
    await mia.key('e');
    await mia.section('Waiting for your groups').getByRole('button', { name: 'Claim next' }).click();
    await mia.section('Mine').locator(`[data-session="${own}"][aria-current]`).waitFor();
    await mia.section('Waiting for a person').getByRole('button', { name: 'Claim next' }).waitFor();
  });
});

test('the desk can be installed as an app', async () => {
  const devtools = await mia.page.context().newCDPSession(mia.page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Agent desk', display: 'standalone' });
  for (const size of ['192', '512']) {
    const icon = await mia.page.request.get(new URL(`agent-desk-${size}.png`, url).href);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The browser of the tests keeps nothing, like a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
