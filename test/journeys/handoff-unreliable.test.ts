import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type Office } from '../pages/support/office.ts';
import { launchBrowser } from '../support/chromium.ts';
import { unreliableLine, type UnreliableLine } from '../support/unreliable-line.ts';

let browser: Browser;
let office: Office;
let line: UnreliableLine;

beforeAll(async () => {
  browser = await launchBrowser();
  office = await startOffice(browser);
  line = await unreliableLine(office.service.origin, 20_261_120);
});
afterAll(async () => {
  await line.close();
  await office.close();
  await browser.close();
});

const ROUNDS = 3;
const EACH = 4;
const SAID = Array.from({ length: ROUNDS * EACH }, (_, index) => index + 1);

test('whatever happens to events and sockets while both write, at the end both show exactly what is stored', async () => {
  const [mia, visitor] = await Promise.all([
    office.agent('Mia Berg', { origin: line.origin }),
    office.visitor(line.origin),
  ]);
  await visitor.send('Hello');
  await visitor.log.getByText('Hello there.').waitFor();
  const sessionId = await visitor.sessionId();
  await visitor
    .button(/person/i)
    .first()
    .click();
  await mia.page.evaluate((id) => void (location.hash = `#/c/${id}`), sessionId);
  await mia.button('Claim').click();
  await mia.field.waitFor();

  const stored = () => office.stored(sessionId);
  for (let round = 0; round < ROUNDS; round++) {
    await expect.poll(() => line.connections, { timeout: 10_000 }).toBe(2);
    const numbers = SAID.slice(round * EACH, (round + 1) * EACH);
    const write = async (say: (text: string) => Promise<void>) => {
      for (const number of numbers) {
        await say(`Message ${number}`);
        if (number % EACH === 2) line.cut();
      }
    };
    await Promise.all([write(mia.say), write(visitor.send)]);
  }
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(3 + 2 * SAID.length);
  line.cut();

  const said = await stored();
  expect(said.slice(3).toSorted()).toEqual(
    SAID.flatMap((number) => Array(2).fill(`Message ${number}`)).sort(),
  );
  const asks = /^A person was asked|^You asked for a person/;
  const withoutNotice = (texts: readonly string[]) => texts.filter((text) => !asks.test(text));
  const shown = () => visitor.log.locator('.bubble').allInnerTexts();
  await expect.poll(() => mia.said(), { timeout: 10_000 }).toEqual(said);
  await expect.poll(shown, { timeout: 10_000 }).toEqual(withoutNotice(said));

  const { dropped, doubled, delayed, cut } = line.harm;
  expect(Math.min(dropped, doubled, delayed)).toBeGreaterThan(3);
  expect(cut).toBeGreaterThanOrEqual(2 * ROUNDS);
});

test('where every event is lost on a line that stays up, the desk finds what is new within a minute', async () => {
  const sessionId = await office.conversation('human_requested', 'Is anybody there?');
  const lee = await office.agent('Lee Okafor', { origin: line.origin, movesClock: true });
  await lee.open(sessionId);
  line.loseAll();
  await office.service.post('/api/chat', { message: 'Second question', sessionId });
  const waiting = await office.conversation('human_requested', 'Me too');
  await lee.page.clock.fastForward('01:05');
  await lee.row(waiting).waitFor();
  await lee.thread.getByText('Second question').waitFor();
  await expect.poll(() => lee.said()).toEqual(await office.stored(sessionId));
});
