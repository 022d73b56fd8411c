import { expect, test } from 'vitest';
import { LOCAL_AGENTS } from '../../src/adapters/identity/local-agents.ts';
import { movedClock, type MovedClock } from '../support/clocks/real-clock.ts';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const DAY_MS = 86_400_000;
let clock: MovedClock;
const business = freshFixture(() => {
  clock = movedClock();
  return startBusiness({ clock, settings: { PLAN_ID: 'start' } });
});

test.each(WIDTHS)(
  'after the grace period a new agent is refused with the reason, and an agent with a seat answers, at %i px',
  async (width) => {
    const { service } = business;
    // Three agents on two seats, for longer than the grace period.
    for (const { oid, name } of LOCAL_AGENTS.filter(({ name: one }) => one !== 'Lee Okafor').slice(0, 3)) {
      const sessionId = await business.conversation('human_requested', 'Where is my bell?');
      await service.services.agentDesk.claim(sessionId, { oid, name });
    }
    clock.advance(15 * DAY_MS);

    const lee = await business.agentAt('Lee Okafor', width);
    const visitor = await business.visitorAt(width);
    await visitor.send('Where is my lamp?');
    await visitor.button('Talk to a person').last().click();
    const sessionId = await visitor.sessionId();
    await lee.row(sessionId).waitFor();
    await lee.open(sessionId);
    await lee.button(/^Claim$/).click();
    await expectInView(lee.page.getByText('You cannot claim this conversation.'));
    expect((await service.session(sessionId)).status).toBe('human_requested');

    const mia = await business.agentAt('Mia Berg', width);
    await mia.claim(sessionId);
    await mia.say('It is on its way.');
    await expectInView(visitor.log.getByText('It is on its way.'));
    expect(await service.session(sessionId)).toMatchObject({ status: 'claimed', claimedByName: 'Mia Berg' });
    expect([visitor.errors, mia.complaints]).toEqual([[], []]);
  },
);
