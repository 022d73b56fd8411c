import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCloud } from '../fakes/cloud.ts';
import { startOffice, type Office } from '../web/support/office.ts';
import { unreliableLine, type UnreliableLine } from './support/unreliable-line.ts';

const ROUNDS = 3;
const EACH = 4;
const SAID = Array.from({ length: ROUNDS * EACH }, (_, index) => index + 1);
const SEED = 20_261_120;

/** An office in a cloud whose real-time events go over a line. */
async function startUnreliable() {
  const cloud = await startCloud();
  const line = await unreliableLine(cloud.pubSub.endpoint, SEED);
  const settings = { WEB_PUBSUB_ENDPOINT: line.origin };
  const office = await startOffice({ composition: 'cloud', cloud, settings });
  return {
    office,
    line,
    origin: office.service.origin,
    async close() {
      await office.close();
      await cloud.close();
    },
  };
}

describe('visitors and agents of a cloud on an unreliable connection', () => {
  let office: Office;
  let line: UnreliableLine;
  let origin: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ office, line, origin, close } = await startUnreliable());
  });
  afterAll(async () => {
    await line.close();
    await close();
  });

  test('both sides show exactly the stored messages at the end, whatever happens to events and connections', async () => {
    const [mia, visitor] = await Promise.all([
      office.agent('Mia Berg', { origin }),
      office.visitor({ origin }),
    ]);
    const sessionId = await visitor.askForPerson('Hello');
    await visitor.log.getByText('A person was asked to join').waitFor();
    await mia.page.evaluate((id) => void (location.hash = `#/c/${id}`), sessionId);
    await mia.button(/^Claim$/).click();
    await mia.field.waitFor();

    const stored = () => office.stored(sessionId);
    for (let round = 0; round < ROUNDS; round++) {
      await expect.poll(() => line.connections).toBe(2);
      const numbers = SAID.slice(round * EACH, (round + 1) * EACH);
      const write = async (say: (text: string) => Promise<void>) => {
        for (const number of numbers) {
          await say(`Message ${number}`);
          if (number % EACH === 2) line.cut();
        }
      };
      await Promise.all([write(mia.say), write(visitor.send)]);
    }
    await expect.poll(stored).toHaveLength(3 + 2 * SAID.length);
    line.cut();

    const said = await stored();
    expect(said.slice(3).toSorted()).toEqual(
      SAID.flatMap((number) => Array(2).fill(`Message ${number}`)).sort(),
    );
    const asks = /^A person was asked to join/;
    const withoutNotice = (texts: readonly string[]) => texts.filter((text) => !asks.test(text));
    const shown = () => visitor.log.locator('.bubble').allInnerTexts();
    await expect.poll(() => mia.said()).toEqual(said);
    await expect.poll(shown).toEqual(withoutNotice(said));

    const { dropped, doubled, delayed, cut } = line.harm;
    expect(Math.min(dropped, doubled, delayed)).toBeGreaterThan(3);
    expect(cut).toBeGreaterThanOrEqual(2 * ROUNDS);
  });

  test('the desk finds new messages within a minute if every event is lost on an open connection', async () => {
    const sessionId = await office.conversation('human_requested', 'Is anybody there?');
    const lee = await office.agent('Lee Okafor', { origin, clock: 'moved' });
    await lee.open(sessionId);
    line.loseAll();
    await office.service.post('/api/chat', { message: 'Second question', sessionId });
    const waiting = await office.conversation('human_requested', 'Me too');
    await lee.page.clock.fastForward('01:05');
    await lee.row(waiting).waitFor();
    await lee.thread.getByText('Second question').waitFor();
    await expect.poll(() => lee.said()).toEqual(await office.stored(sessionId));
  });
});
