import { beforeEach, describe, expect, it } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { noticedConversation } from '../support/parts/noticed-conversation.ts';
import { testChannel } from '../support/parts/test-channel.ts';

const MINUTE = 60_000;

describe('Notices of a conversation', () => {
  const noticed = freshFixture(noticedConversation);

  describe('while a visitor waits', () => {
    beforeEach(() => {
      noticed.channel = testChannel({
        name: 'teams-workflow',
        kinds: ['session.handoff'],
        onlyWhileWaiting: true,
      });
      noticed.channel.plan = { reminderMinutes: 5, escalationMinutes: 15 };
    });

    it('are followed by one reminder and one escalation, each at its time', async () => {
      const here = noticed.instance();
      await here.handedOff();
      const seen = [];
      for (let minute = 1; minute <= 20; minute++) {
        await here.later(MINUTE);
        seen.push(noticed.channel.got.length);
      }
      expect(noticed.steps()).toEqual(['notice', 'reminder', 'escalation']);
      expect([seen.indexOf(2), seen.indexOf(3)]).toEqual([4, 14]);
      expect(await noticed.left()).toEqual([]);
    });

    it('include in the reminder that a message was left in the meantime', async () => {
      const here = noticed.instance();
      await here.handedOff();
      noticed.clock.advance(2 * MINUTE);
      await here.leave();
      await here.later(3 * MINUTE);
      expect(noticed.channel.got.map(({ step, facts }) => [step, facts.messageLeft])).toEqual([
        ['notice', undefined],
        ['reminder', true],
      ]);
    });

    it.each(['claim', 'release'] as const)('are not followed up after a %s', async (last) => {
      const here = noticed.instance();
      await here.handedOff();
      noticed.clock.advance(2 * MINUTE);
      await here.claim();
      if (last === 'release') {
        await here.release();
        await here.settled();
      }
      await here.later(4 * MINUTE);
      expect(noticed.steps()).toEqual(last === 'claim' ? ['notice'] : ['notice', 'notice']);
      await here.later(60 * MINUTE);
      // A conversation that was returned to the queue has a new wait, with new notices.
      expect(noticed.steps()).toEqual(
        last === 'claim' ? ['notice'] : ['notice', 'notice', 'reminder', 'escalation'],
      );
    });

    it('include the escalation even if the first address has failed permanently', async () => {
      const here = noticed.instance();
      noticed.channel.answer = ({ step }) =>
        step === 'escalation' ? { ok: true } : { ok: false, permanent: true, code: 'gone' };
      await here.handedOff();
      await here.later(15 * MINUTE);
      expect(noticed.steps()).toEqual(['notice', 'reminder', 'escalation']);
      const [entry] = await noticed.left();
      expect(entry?.deliveries.map(({ step }) => step)).toEqual(['notice', 'reminder']);
    });

    it('are dropped if an agent claims the conversation before they are delivered', async () => {
      const here = noticed.instance();
      noticed.channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
      await here.handedOff();
      await here.claim();
      await here.later(MINUTE);
      expect(noticed.channel.got).toHaveLength(1);
      await here.later(20 * MINUTE);
      expect(await noticed.left()).toEqual([]);
    });
  });
});
