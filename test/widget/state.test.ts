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
  it('are the same in any order and with any repetition of events', () => {
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

  it('are complete up to the first gap', () => {
    const state = to.mergeMessages(to.EMPTY, [message(1), message(2), message(4)]);
    expect([to.completeSeq(state), to.lastSeq(state)]).toEqual([2, 4]);
    expect([to.completeSeq(to.EMPTY), to.lastSeq(to.EMPTY)]).toEqual([0, 0]);
  });

  it('are unread if the other side wrote them after the visitor looked', () => {
    const state = to.mergeMessages({ ...to.EMPTY, read: 1 }, [
      message(1),
      visitor(2, 'a'),
      message(3, 'agent'),
      message(4),
    ]);
    expect(to.unread(state)).toBe(2);
    expect(to.unread({ ...state, read: 4 })).toBe(0);
  });

  it('from an agent end the agent’s typing signal', () => {
    const typing = { ...to.EMPTY, typing: 1 };
    expect(to.mergeMessages(typing, [message(1, 'agent')]).typing).toBe(0);
    expect(to.mergeMessages(typing, [message(1, 'assistant')]).typing).toBe(1);
  });
});

describe('sending a message', () => {
  it('keeps the first session id', () => {
    expect(to.addTurn(sent('a'), B, 'another').sessionId).toBe('session');
  });

  it('queues it in order', () => {
    expect(phases(sent('a', 'b'))).toEqual(['a queued', 'b queued']);
  });

  it('waits for an earlier message that did not arrive', () => {
    const state = to.failTurn(to.changeTurn(sent('a', 'b'), 'a', { phase: to.SENDING }), 'a', to.UNDELIVERED);
    expect(phases(state)).toEqual(['a failed', 'b failed']);
  });

  it('does not wait for an earlier message that arrived without an answer', () => {
    const state = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'a', to.BROKEN);
    expect(phases(state)).toEqual(['a failed', 'b queued']);
  });

  it('again includes everything that failed, with the partial answer', () => {
    const failed = to.failTurn(to.changeTurn(sent('a', 'b'), 'a', { answer: 'half' }), 'a', to.BUSY);
    const state = to.retryFailed(failed, true);
    const [first, second] = sent('a', 'b').turns;
    expect(state.turns).toEqual([{ ...first, answer: 'half' }, second]);
  });

  it('sends undelivered messages first, and does not repeat an interrupted answer', () => {
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

  it('that is stored ends its turn, whether it came as an event or in a reply', () => {
    expect(to.mergeMessages(asked, [message(2)]).turns).toEqual([]);
  });

  it('ends the oldest turn, because answers come in the order of the questions', () => {
    const two = to.mergeMessages(to.addTurn(to.changeTurn(asked, 'a', { phase: to.STOPPED }), B, 'x'), [
      visitor(2, 'b'),
    ]);
    expect(phases(to.mergeMessages(two, [message(3)]))).toEqual(['b queued']);
    expect(phases(to.mergeMessages(two, [message(3), message(4)]))).toEqual([]);
  });

  it('that arrives twice ends one turn', () => {
    const two = to.mergeMessages(to.addTurn(asked, B, 'x'), [visitor(2, 'b')]);
    expect(phases(to.mergeMessages(to.mergeMessages(two, [message(3)]), [message(3)]))).toEqual(['b queued']);
  });

  it('from an agent does not end the turn of the assistant', () => {
    expect(phases(to.mergeMessages(asked, [message(2, 'agent')]))).toEqual(['a sending']);
  });

  it('to an earlier question does not end a later turn', () => {
    expect(phases(to.mergeMessages(to.mergeMessages(sent('a'), [visitor(5, 'a')]), [message(2)]))).toEqual([
      'a queued',
    ]);
  });
});

describe('an interrupted answer', () => {
  const half = (seq: number): Message => ({ ...message(seq), interrupted: true });
  const broken = to.mergeMessages(to.EMPTY, [visitor(1, 'a'), half(2)]);

  it('ends a turn that failed or waits, but not one in progress', () => {
    const asked = to.mergeMessages(sent('a'), [visitor(1, 'a')]);
    for (const state of [asked, to.failTurn(asked, 'a', to.BROKEN)]) {
      const after = to.mergeMessages(state, [half(2)]);
      expect([after.turns, to.lastSeq(after)]).toEqual([[], 2]);
    }
    const sending = to.changeTurn(asked, 'a', { phase: to.SENDING });
    const after = to.mergeMessages(sending, [half(2)]);
    expect([after.turns, to.lastSeq(after)]).toEqual([sending.turns, 1]);
  });

  it('is requested again under the id of its question and replaced by the new one', () => {
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

  it('is requested once, even if the visitor asks several times', () => {
    const again = to.askAgain(broken);
    expect(to.askAgain(again)).toBe(again);
  });

  it.each([
    ['a newer message is on its way', to.addTurn(broken, B, 'x')],
    ['a newer question has its answer', to.mergeMessages(broken, [visitor(3, 'b'), message(4)])],
    ['a newer question is stored', to.mergeMessages(broken, [visitor(3, 'b')])],
    ['a person has it', to.withStatus(broken, 'claimed', 'Mia')],
    ['its question is not here', to.mergeMessages(to.EMPTY, [half(2)])],
  ])('is not requested again if %s', (_name, state) => {
    expect(to.askAgain(state)).toBe(state);
  });

  it('can be requested again if only a system line follows it', () => {
    const again = to.askAgain(to.mergeMessages(broken, [message(3, 'system')]));
    expect(again.messages.map(({ seq }) => seq)).toEqual([1, 3]);
  });
});

describe('unsent messages for another conversation', () => {
  it('are those that the service never received, with their text', () => {
    const state = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'b', to.OFFLINE);
    expect(to.unsent(state)).toEqual([to.queuedTurn({ id: 'b', sessionId: 'session', text: 'text of b' })]);
    expect(to.unsent(to.failTurn(sent('a'), 'a', to.BROKEN))).toEqual([]);
  });
});

describe('a change to another conversation', () => {
  const failed = to.failTurn(to.mergeMessages(sent('a', 'b'), [visitor(1, 'a')]), 'b', to.OFFLINE);

  it('keeps messages that the service never received, and nothing else of the previous one', () => {
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

  it('that is not stored yet gives the messages a new session id', () => {
    const state = to.moveTo(failed, '', 'open', 'fresh');
    expect([state.sessionId, state.turns.map(({ sessionId }) => sessionId)]).toEqual(['fresh', ['fresh']]);
    expect(to.moveTo(to.EMPTY, '', 'open', 'fresh').sessionId).toBe('');
  });

  it('keeps the turns of that conversation', () => {
    expect(to.moveTo(failed, 'session', 'open', 'x').turns).toEqual(failed.turns);
  });

  it('drops messages with files, because files belong to their conversation', () => {
    const state = to.addTurn(to.EMPTY, { ...B, body: { attachments: ['ticket'] } }, 'session');
    expect(to.moveTo(state, 'other', 'open', 'x').turns).toEqual([]);
  });

  it('keeps the panel, the draft and the sound setting', () => {
    const kept = { open: true, draft: 'Hel', sound: true };
    expect(to.moveTo({ ...failed, ...kept }, 'other', 'open', 'x')).toMatchObject(kept);
  });
});

describe('the next turn', () => {
  const [first] = sent('a', 'b').turns;
  it.each([
    ['is the oldest one', sent('a', 'b'), first],
    [
      'waits for the answer to the previous one',
      to.changeTurn(sent('a', 'b'), 'a', { phase: to.SENDING }),
      undefined,
    ],
    [
      'waits until a stopped message has arrived',
      to.changeTurn(sent('a', 'b'), 'a', { phase: to.STOPPED }),
      undefined,
    ],
    ['is missing if all turns have failed', to.failTurn(sent('a'), 'a', to.UNDELIVERED), undefined],
  ])('%s', (_name, state, turn) => {
    expect(to.nextTurn(state)).toEqual(turn);
  });

  it('does not wait for the rest of a stopped answer', () => {
    const state = to.mergeMessages(to.changeTurn(sent('a', 'b'), 'a', { phase: to.STOPPED }), [
      visitor(1, 'a'),
    ]);
    expect(to.nextTurn(state)?.id).toBe('b');
  });
});

describe('a request for a person', () => {
  const refused: to.State = { ...to.EMPTY, handoff: to.FAILED };

  it('that failed is shown, and sent again when the visitor tries again', () => {
    expect(to.failureOf(refused)).toBe(to.REFUSED);
    expect([to.retryFailed(refused).handoff, to.retryFailed(refused, true).handoff]).toEqual([
      to.FAILED,
      to.QUEUED,
    ]);
  });

  it('stays while the status is open, and ends once a person is requested', () => {
    expect(to.withStatus(refused, 'open', '').handoff).toBe(to.FAILED);
    expect(to.withStatus(refused, 'human_requested', '').handoff).toBeUndefined();
  });
});

describe('after a reload the state', () => {
  it('sends unsent messages again, keeps an interrupted answer, and drops invalid records', () => {
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

describe('the status of a conversation', () => {
  it.each([
    ['open', false],
    ['human_requested', true],
    ['claimed', true],
    ['closed', false],
  ])('%s means that a person is requested or present: %s', (status, listens) => {
    expect(to.withPerson({ ...to.EMPTY, status })).toBe(listens);
  });

  it('has the agent’s name only while the agent has the conversation', () => {
    expect(to.withStatus(to.EMPTY, 'claimed', 'Mia').agent).toBe('Mia');
    expect(to.withStatus(to.EMPTY, 'human_requested', 'Mia').agent).toBe('');
  });

  it('of an agent ends a turn whose answer was interrupted, but not an undelivered message', () => {
    const broken = to.failTurn(to.mergeMessages(sent('a'), [visitor(1, 'a')]), 'a', to.BROKEN);
    expect(to.withStatus(broken, 'claimed', 'Mia').turns).toEqual([]);
    const undelivered = to.failTurn(sent('a'), 'a', to.UNDELIVERED);
    expect(phases(to.withStatus(undelivered, 'claimed', 'Mia'))).toEqual(['a failed']);
  });
});
