import { expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));

test('agents see which colleagues view a conversation, write in it, and have left it', async () => {
  const sessionId = await office.conversation('human_requested', 'Do you ship to Norway?');
  const mia = await office.agent('Mia Berg');
  const lee = await office.agent('Lee Okafor');
  const others = () => lee.page.locator('.others-here');
  // Before it is claimed, while it is in the queue of both.
  await lee.open(sessionId);
  await mia.claim(sessionId);
  await others().getByText('Mia Berg is viewing').waitFor();
  await mia.page.getByText('Lee Okafor is viewing').waitFor();
  await mia.field.pressSequentially('Yes');
  await others().getByText('Mia Berg is writing a reply').waitFor();
  await mia.open(await office.conversation('human_requested', 'And to Sweden?'));
  await expect.poll(() => others().innerText()).toBe('');
  expect(lee.complaints).toEqual([]);
});
