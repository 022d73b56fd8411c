import { describe, expect, test } from 'vitest';
import { passTime } from '../support/browser/held-timers.ts';
import { sharedFixture } from '../support/fixtures.ts';
import type { ScriptedAnswer } from '../support/ports/scripted-answerer.ts';
import { unreliableLine } from './support/unreliable-line.ts';
import { startOffice } from '../web/support/office.ts';

const SEED = 20_261_122;

const office = sharedFixture(() => startOffice());
const line = sharedFixture(() => unreliableLine(office.service.origin, SEED));

/**
 * A visitor behind the line who has asked "Do you ship?", with what the assistant answers, first to last. The
 * test moves the clock of the widget, which waits before it tries again.
 */
async function asked(...answers: ScriptedAnswer[]) {
  const { answerer } = office;
  const before = answerer.calls.length;
  answerer.script(...answers);
  const visitor = await office.visitor({ origin: line.origin, clock: 'held' });
  await visitor.send('Do you ship?');
  await visitor.panel.getByText('We ship to').waitFor();
  const sessionId = await visitor.sessionId();
  return {
    ...visitor,
    again: visitor.button('Try again'),
    /**
     * Waits for an answer while minutes pass for the widget: an event that the line drops is noticed up to a
     * minute later.
     */
    hears: (answer: string) =>
      expect
        .poll(async () => {
          await passTime(visitor.page, 20_000);
          return await visitor.log.getByText(answer).count();
        })
        .toBe(1),
    stored: () => office.stored(sessionId),
    /** The questions that the assistant got. */
    questions: () => answerer.calls.slice(before).map(({ history }) => history.at(-1)?.content),
  };
}

/** An answer of which the end comes when the test wants it. */
function slow(): { answer: ScriptedAnswer; finish: () => void } {
  let finish = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  return { answer: { deltas: ['We ship to ', 'Norway.'], after: end }, finish };
}

const BROKEN: ScriptedAnswer = { deltas: ['We ship to '], fails: 'server-error' };
const WHOLE: ScriptedAnswer = { deltas: ['We ship to ', 'all of Europe.'] };

describe('an answer whose connection breaks off', () => {
  test('on the way to the browser is fetched automatically, and the assistant is asked once', async () => {
    const { answer, finish } = slow();
    const { again, hears, page, panel, questions, stored } = await asked(answer);
    line.breakAnswers();
    await panel.getByText('The answer was interrupted.').waitFor();
    // The pause before the first retry is shorter.
    await passTime(page, 10_000);
    await panel.getByText('The answer was interrupted.').waitFor({ state: 'detached' });
    finish();
    await hears('We ship to Norway.');
    await expect.poll(() => again.isVisible()).toBe(false);
    expect(await stored()).toEqual(['Do you ship?', 'We ship to Norway.']);
    expect(questions()).toEqual(['Do you ship?']);
  });

  test('at the model is replaced when the visitor tries again, without a second copy of the question', async () => {
    const { again, log, questions, stored } = await asked(BROKEN, WHOLE);
    await log.getByText('The answer was interrupted.').waitFor();
    expect(await stored()).toEqual(['Do you ship?', 'We ship to ']);
    await again.click();
    await log.getByText('We ship to all of Europe.').waitFor();
    await expect.poll(() => log.locator('article').count()).toBe(2);
    expect(await stored()).toEqual(['Do you ship?', 'We ship to all of Europe.']);
    expect(questions()).toEqual(['Do you ship?', 'Do you ship?']);
  });

  test('is not requested again when the network returns, while unsent messages are sent in order', async () => {
    const { log, page, panel, questions, send, stored } = await asked(BROKEN, WHOLE);
    await log.getByText('The answer was interrupted.').waitFor();
    await page.context().setOffline(true);
    await send('How fast?');
    await panel.getByText('You are offline.').waitFor();
    await send('And how much?');
    await page.context().setOffline(false);
    await expect.poll(async () => (await stored()).length).toBe(6);
    expect(await stored()).toEqual([
      'Do you ship?',
      'We ship to ',
      'How fast?',
      'We ship to all of Europe.',
      'And how much?',
      'We ship to all of Europe.',
    ]);
    expect(questions()).toEqual(['Do you ship?', 'How fast?', 'And how much?']);
  });
});

describe('an answer in progress', () => {
  test('appears on the next page that the visitor opens, and the assistant is asked once', async () => {
    const { answer, finish } = slow();
    const { hears, log, page, questions, stored } = await asked(answer);
    await page.reload();
    await log.getByText('Do you ship?').waitFor();
    finish();
    await hears('We ship to Norway.');
    expect(await stored()).toEqual(['Do you ship?', 'We ship to Norway.']);
    expect(questions()).toEqual(['Do you ship?']);
  });
});
