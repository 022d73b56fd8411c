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

test('the lower edge of the messages keeps its place when a colleague comes', async () => {
  const sessionId = await office.conversation('human_requested', 'Where is my order?\n'.repeat(60));
  const lee = await office.agent('Lee Okafor');
  await lee.open(sessionId);
  const messages = lee.page.getByRole('log', { name: 'Messages' });
  await lee.thread.getByText('Where is my order?').first().waitFor();
  const lowerEdge = () => messages.evaluate(({ scrollTop, clientHeight }) => scrollTop + clientHeight);
  await messages.evaluate((element) => element.scrollTo(0, 200));
  await lee.page.getByRole('button', { name: 'Newest' }).waitFor();
  const before = await lowerEdge();
  const mia = await office.agent('Mia Berg');
  await mia.open(sessionId);
  await lee.page.getByText('Mia Berg is viewing').waitFor();
  await expect.poll(lowerEdge).toBe(before);
  expect(await messages.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(200);
});
