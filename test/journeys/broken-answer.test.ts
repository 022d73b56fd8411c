import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import type { ScriptedAnswer } from '../support/ports/scripted-answerer.ts';
import { unreliableLine } from './support/unreliable-line.ts';
import { startOffice } from '../web/support/office.ts';

const SEED = 20_261_122;

const office = sharedFixture(() => startOffice());
const line = sharedFixture(() => unreliableLine(office.service.origin, SEED));

/** A visitor behind the line who has asked "Do you ship?", with what the assistant answers, first to last. */
async function asked(...answers: ScriptedAnswer[]) {
  const { answerer } = office;
  const before = answerer.calls.length;
  answerer.script(...answers);
  const visitor = await office.visitor(line.origin);
  await visitor.send('Do you ship?');
  await visitor.panel.getByText('We ship to').waitFor();
  const sessionId = await visitor.sessionId();
  return {
    ...visitor,
    again: visitor.button('Try again'),
    stored: () => office.stored(sessionId),
    /** What the assistant was asked. */
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

describe('an answer that breaks off', () => {
  test('on the way is fetched by itself, and the assistant is asked once', async () => {
    const { answer, finish } = slow();
    const { again, log, panel, questions, stored } = await asked(answer);
    line.breakAnswers();
    await panel.getByText('The answer was interrupted.').waitFor();
    await panel.getByText('The answer was interrupted.').waitFor({ state: 'detached' });
    finish();
    await log.getByText('We ship to Norway.').waitFor();
    expect(await again.isVisible()).toBe(false);
    expect(await stored()).toEqual(['Do you ship?', 'We ship to Norway.']);
    expect(questions()).toEqual(['Do you ship?']);
  });

  test('at its source is replaced when the visitor tries again, and the question is there once', async () => {
    const { again, log, questions, stored } = await asked(BROKEN, WHOLE);
    await log.getByText('The answer was interrupted.').waitFor();
    expect(await stored()).toEqual(['Do you ship?', 'We ship to ']);
    await again.click();
    await log.getByText('We ship to all of Europe.').waitFor();
    expect(await log.locator('article').count()).toBe(2);
    expect(await stored()).toEqual(['Do you ship?', 'We ship to all of Europe.']);
    expect(questions()).toEqual(['Do you ship?', 'Do you ship?']);
  });

  test('is not asked for again when the network is back: what was never sent goes out, in order', async () => {
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

describe('an answer that is under way', () => {
  test('when the visitor goes to another page comes there, and the assistant is asked once', async () => {
    const { answer, finish } = slow();
    const { log, page, questions, stored } = await asked(answer);
    await page.reload();
    await log.getByText('Do you ship?').waitFor();
    finish();
    await log.getByText('We ship to Norway.').waitFor();
    expect(await stored()).toEqual(['Do you ship?', 'We ship to Norway.']);
    expect(questions()).toEqual(['Do you ship?']);
  });
});
