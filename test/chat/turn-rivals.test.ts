import { describe, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { answerOf, MIA, question, SECOND_MS, turnInstances } from '../support/parts/turn-instances.ts';

const { file, instance, pass, claim, figures, move } = turnInstances();
const used = { model: 'gpt-5-mini', usage: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 } };

describe('a turn that another instance has taken over', () => {
  test('keeps its lease when the first instance fails', async () => {
    const [first, second] = [instance(), instance()];
    const gate = Promise.withResolvers<void>();
    first.answerer.script({ before: gate.promise, fails: 'timeout', used });
    second.answerer.script({ before: new Promise(() => undefined) });
    const body = question();
    const failed = refusal(answerOf(await first.send(body)));
    first.line.isCut = true;
    void second.send(body);
    await pass(20 * SECOND_MS);
    expect(second.answerer.calls).toHaveLength(1);
    first.line.isCut = false;
    gate.resolve();
    expect(await failed).toBe('assistant-unavailable');
    const { turns } = (await file.conversations.load(body.sessionId))?.session ?? {};
    expect(Object.keys(turns ?? {})).toEqual([body.clientMessageId]);
  });
});

describe('figures after failures', () => {
  test('count two failed calls for one message, and the message once', async () => {
    const one = instance();
    one.answerer.script({ fails: 'timeout', used });
    const body = question();
    expect(await refusal(answerOf(await one.send(body)))).toBe('assistant-unavailable');
    expect(await refusal(answerOf(await one.send(body)))).toBe('assistant-unavailable');
    await pass(SECOND_MS);
    expect(await figures()).toEqual({
      visitorMessages: 1,
      assistantMessages: 0,
      requests: 2,
      inputTokens: 14,
    });
  });

  test('count a message once if it is answered at its second attempt or by an agent', async () => {
    const one = instance();
    one.answerer.script({ fails: 'timeout', used }, { deltas: ['So.'] });
    const [answered, handed] = [question(), question()];
    expect(await refusal(answerOf(await one.send(answered)))).toBe('assistant-unavailable');
    await answerOf(await one.send(answered));
    one.answerer.script({ fails: 'timeout', used });
    expect(await refusal(answerOf(await one.send(handed)))).toBe('assistant-unavailable');
    await claim(handed);
    expect(await one.send(handed)).toMatchObject({ to: 'agent' });
    expect(await figures()).toMatchObject({ visitorMessages: 2, assistantMessages: 1 });
  });
});

test('a repeated question in a closed conversation gets the interrupted reply without a call of the model', async () => {
  const one = instance();
  one.answerer.script({ deltas: ['Half an ans'], fails: 'broken-stream' }, { deltas: ['Whole.'] });
  const body = question();
  expect(await refusal(answerOf(await one.send(body)))).toBe('assistant-unavailable');
  await claim(body);
  await move(body, { type: 'close', agent: MIA });
  expect((await answerOf(await one.send(body))).reply).toMatchObject({
    content: 'Half an ans',
    interrupted: true,
  });
  expect(one.answerer.calls).toHaveLength(1);
});
