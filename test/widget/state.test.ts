import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../widget/model.ts';
import * as to from '../../widget/state.ts';

const message = (seq: number, role = 'assistant', id = `m${seq}`): Message => ({
  id,
  seq,
  role,
  content: `${role} ${seq}`,
});
const visitor = (seq: number, id: string) => message(seq, 'visitor', id);
const phases = (state: to.State) =>
  state.turns.map(({ id, phase }) => `${id} ${['queued', 'sending', 'stopped', 'failed'][phase]}`);

/** The visitor has sent these, in this order. */
const sent = (...ids: string[]) =>
  ids.reduce((state, id) => to.addTurn(state, { id, text: `text of ${id}` }, 'session'), to.EMPTY);

const B = { id: 'b', text: 'B' };

describe('messages', () => {
  it('are the same in whatever order and however often they come', () => {
    const all = Array.from({ length: 8 }, (_, index) =>
      message(index + 1, index % 2 ? 'assistant' : 'visitor'),
    );
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { maxLength: 6 }), (batches) => {
        const state = [...batches, all].reduce((now, batch) => to.mergeMessages(now, batch), to.EMPTY);
        expect(state.messages).toEqual(all);
        expect(to.completeSeq(state)).toBe(8);
      }),
    );
  });

  it('tell up to where nothing is missing', () => {
    const state = to.mergeMessages(to.EMPTY, [message(1), message(2), message(4)]);
    expect([to.completeSeq(state), to.lastSeq(state)]).toEqual([2, 4]);
    expect([to.completeSeq(to.EMPTY), to.lastSeq(to.EMPTY)]).toEqual([0, 0]);
  });

  it('are unread where the other side wrote them after the visitor looked', () => {
    const state = to.mergeMessages({ ...to.EMPTY, read: 1 }, [
      message(1),
      visitor(2, 'a'),
      message(3, 'agent'),
      message(4),
    ]);
    expect(to.unread(state)).toBe(2);
    expect(to.unread({ ...state, read: 4 })).toBe(0);
  });

  it('of a person end their typing', () => {
    const typing = { ...to.EMPTY, typing: 1 };
    expect(to.mergeMessages(typing, [message(1, 'agent')]).typing).toBe(0);
    expect(to.mergeMessages(typing, [message(1, 'assistant')]).typing).toBe(1);
  });
});

describe('sending', () => {
  it('keeps the first session id that was made up', () => {
    expect(to.addTurn(sent('a'), B, 'another').sessionId).toBe('session');
  });

  it('is queued in order', () => {
    expect(phases(sent('a', 'b'))).toEqual(['a queued', 'b queued']);
  });

  it('that does not arrive holds back what waits behind it', () => {
    const state = to.failTurn(to.changeTurn(sent('a', 'b'), 'a', { phase: to.SENDING }), 'a', to.UNDELIVERED);
    expect(phases(state)).toEqual(['a failed', 'b failed']);
  });

  it('that arrived and got no answer does not', () => {
    const state = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'a', to.BROKEN);
    expect(phases(state)).toEqual(['a failed', 'b queued']);
  });

  it('again takes everything that failed, with the answer so far', () => {
    const failed = to.failTurn(to.changeTurn(sent('a', 'b'), 'a', { answer: 'half' }), 'a', to.BUSY);
    const state = to.retryFailed(failed, true);
    const [first, second] = sent('a', 'b').turns;
    expect(state.turns).toEqual([{ ...first, answer: 'half' }, second]);
  });

  it('something new sends first what did not arrive, and leaves a broken answer alone', () => {
    const undelivered = to.failTurn(sent('a'), 'a', to.UNDELIVERED);
    expect(phases(to.addTurn(undelivered, B, 'x'))).toEqual(['a queued', 'b queued']);
    const broken = to.failTurn(to.mergeMessages(sent('a'), [visitor(1, 'a')]), 'a', to.BROKEN);
    expect(phases(to.addTurn(broken, B, 'x'))).toEqual(['a failed', 'b queued']);
  });
});

describe('an answer', () => {
  const asked = to.mergeMessages(to.changeTurn(sent('a'), 'a', { phase: to.SENDING, answer: 'Wel' }), [
    visitor(1, 'a'),
  ]);

  it('that is stored ends its turn, by whichever way it came', () => {
    expect(to.mergeMessages(asked, [message(2)]).turns).toEqual([]);
  });

  it('ends one turn, the oldest: the answers come in the order of the questions', () => {
    const two = to.mergeMessages(to.addTurn(to.changeTurn(asked, 'a', { phase: to.STOPPED }), B, 'x'), [
      visitor(2, 'b'),
    ]);
    expect(phases(to.mergeMessages(two, [message(3)]))).toEqual(['b queued']);
    expect(phases(to.mergeMessages(two, [message(3), message(4)]))).toEqual([]);
  });

  it('that is heard twice ends one turn', () => {
    const two = to.mergeMessages(to.addTurn(asked, B, 'x'), [visitor(2, 'b')]);
    expect(phases(to.mergeMessages(to.mergeMessages(two, [message(3)]), [message(3)]))).toEqual(['b queued']);
  });

  it('of a person does not end the turn of the assistant', () => {
    expect(phases(to.mergeMessages(asked, [message(2, 'agent')]))).toEqual(['a sending']);
  });

  it('to an earlier question does not end a turn that came after it', () => {
    expect(phases(to.mergeMessages(to.mergeMessages(sent('a'), [visitor(5, 'a')]), [message(2)]))).toEqual([
      'a queued',
    ]);
  });
});

describe('an interrupted answer', () => {
  const half = (seq: number): Message => ({ ...message(seq), interrupted: true });
  const broken = to.mergeMessages(to.EMPTY, [visitor(1, 'a'), half(2)]);

  it('ends the turn that failed or waits, and none that is on its way', () => {
    const asked = to.mergeMessages(sent('a'), [visitor(1, 'a')]);
    for (const state of [asked, to.failTurn(asked, 'a', to.BROKEN)]) {
      const after = to.mergeMessages(state, [half(2)]);
      expect([after.turns, to.lastSeq(after)]).toEqual([[], 2]);
    }
    const sending = to.changeTurn(asked, 'a', { phase: to.SENDING });
    const after = to.mergeMessages(sending, [half(2)]);
    expect([after.turns, to.lastSeq(after)]).toEqual([sending.turns, 1]);
  });

  it('is asked for again under the id of its question, and the new one takes its place', () => {
    const again = to.askAgain(broken);
    expect(again.turns).toEqual([
      { ...to.queuedTurn({ id: 'a', sessionId: '', text: 'visitor 1' }), answer: 'assistant 2' },
    ]);
    expect(again.messages.map(({ seq }) => seq)).toEqual([1]);
    const answered = to.mergeMessages(again, [message(2)]);
    expect([answered.turns, answered.messages.map(({ interrupted }) => interrupted)]).toEqual([
      [],
      [undefined, undefined],
    ]);
  });

  it('is asked for once, however often', () => {
    const again = to.askAgain(broken);
    expect(to.askAgain(again)).toBe(again);
  });

  it.each([
    ['a newer message is on its way', to.addTurn(broken, B, 'x')],
    ['a newer question has its answer', to.mergeMessages(broken, [visitor(3, 'b'), message(4)])],
    ['a newer question is stored', to.mergeMessages(broken, [visitor(3, 'b')])],
    ['a person has it', to.withStatus(broken, 'claimed', 'Mia')],
    ['its question is not here', to.mergeMessages(to.EMPTY, [half(2)])],
  ])('is left as it is where %s', (_name, state) => {
    expect(to.askAgain(state)).toBe(state);
  });

  it('is still the newest below a line of the system', () => {
    const again = to.askAgain(to.mergeMessages(broken, [message(3, 'system')]));
    expect(again.messages.map(({ seq }) => seq)).toEqual([1, 3]);
  });
});

describe('what goes into another conversation', () => {
  it('is what the service never had, as it was typed', () => {
    const state = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'b', to.OFFLINE);
    expect(to.unsent(state)).toEqual([to.queuedTurn({ id: 'b', sessionId: 'session', text: 'text of b' })]);
    expect(to.unsent(to.failTurn(sent('a'), 'a', to.BROKEN))).toEqual([]);
  });
});

describe('another conversation', () => {
  const failed = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'b', to.OFFLINE);

  it('takes what the service never had, and nothing else of the one before', () => {
    const state = to.moveTo(
      { ...failed, agent: 'Mia', typing: 1, wait: 1, rated: {} },
      'other',
      'claimed',
      'x',
    );
    expect(state).toEqual({
      ...to.EMPTY,
      sessionId: 'other',
      status: 'claimed',
      turns: [to.queuedTurn({ id: 'b', sessionId: 'other', text: 'text of b' })],
    });
  });

  it('that has not begun is begun by it, under an id of its own', () => {
    const state = to.moveTo(failed, '', 'open', 'fresh');
    expect([state.sessionId, state.turns.map(({ sessionId }) => sessionId)]).toEqual(['fresh', ['fresh']]);
    expect(to.moveTo(to.EMPTY, '', 'open', 'fresh').sessionId).toBe('');
  });

  it('keeps the turns that are its own, as they are', () => {
    expect(to.moveTo(failed, 'session', 'open', 'x').turns).toEqual(failed.turns);
  });

  it('takes no files: their tickets are for the one that they were uploaded to', () => {
    const state = to.addTurn(to.EMPTY, { ...B, body: { attachments: ['ticket'] } }, 'session');
    expect(to.moveTo(state, 'other', 'open', 'x').turns).toEqual([]);
  });

  it('keeps the panel, the draft and the tone', () => {
    const kept = { open: true, draft: 'Hel', sound: true };
    expect(to.moveTo({ ...failed, ...kept }, 'other', 'open', 'x')).toMatchObject(kept);
  });
});

describe('the next turn', () => {
  const [first] = sent('a', 'b').turns;
  it.each([
    ['is the oldest one', sent('a', 'b'), first],
    [
      'waits for the answer to the one before',
      to.changeTurn(sent('a', 'b'), 'a', { phase: to.SENDING }),
      undefined,
    ],
    [
      'waits until a stopped one has arrived',
      to.changeTurn(sent('a', 'b'), 'a', { phase: to.STOPPED }),
      undefined,
    ],
    ['is none where all have failed', to.failTurn(sent('a'), 'a', to.UNDELIVERED), undefined],
  ])('%s', (_name, state, turn) => {
    expect(to.nextTurn(state)).toEqual(turn);
  });

  it('does not wait for the rest of an answer that was stopped', () => {
    const state = to.mergeMessages(to.changeTurn(sent('a', 'b'), 'a', { phase: to.STOPPED }), [
      visitor(1, 'a'),
    ]);
    expect(to.nextTurn(state)?.id).toBe('b');
  });
});

describe('the request for a person', () => {
  const refused: to.State = { ...to.EMPTY, handoff: to.FAILED };

  it('that failed is said, and sent again at the visitor’s request', () => {
    expect(to.failureOf(refused)).toBe(to.REFUSED);
    expect([to.retryFailed(refused).handoff, to.retryFailed(refused, true).handoff]).toEqual([
      to.FAILED,
      to.QUEUED,
    ]);
  });

  it('stays while messages come, and ends where a person is asked for', () => {
    expect(to.withStatus(refused, 'open', '').handoff).toBe(to.FAILED);
    expect(to.withStatus(refused, 'human_requested', '').handoff).toBeUndefined();
  });
});

describe('after a reload', () => {
  it('what was under way is sent again, a broken answer waits, and a broken record is left out', () => {
    const kept = {
      text: 'Hel',
      unsent: [
        { id: 'a', sessionId: 'session', text: 'A' },
        { id: 'b', sessionId: 'session', text: 'B', failure: to.BROKEN },
      ],
    };
    const state = to.restoreState({ ...kept, unsent: [...kept.unsent, null, { id: 'c', text: 'C' }] });
    expect([state.draft, phases(state)]).toEqual(['Hel', ['a queued', 'b failed']]);
    expect(to.restoreState({})).toEqual({ ...to.EMPTY, turns: [] });
  });
});

describe('where the conversation stands', () => {
  it.each([
    ['open', false],
    ['human_requested', true],
    ['claimed', true],
    ['closed', false],
  ])('%s: a person is asked for or here: %s', (status, listens) => {
    expect(to.withPerson({ ...to.EMPTY, status })).toBe(listens);
  });

  it('names the person only while they have it', () => {
    expect(to.withStatus(to.EMPTY, 'claimed', 'Mia').agent).toBe('Mia');
    expect(to.withStatus(to.EMPTY, 'human_requested', 'Mia').agent).toBe('');
  });

  it('lets a person answer what the assistant could not', () => {
    const broken = to.failTurn(to.mergeMessages(sent('a'), [visitor(1, 'a')]), 'a', to.BROKEN);
    expect(to.withStatus(broken, 'claimed', 'Mia').turns).toEqual([]);
    const undelivered = to.failTurn(sent('a'), 'a', to.UNDELIVERED);
    expect(phases(to.withStatus(undelivered, 'claimed', 'Mia'))).toEqual(['a failed']);
  });
});
