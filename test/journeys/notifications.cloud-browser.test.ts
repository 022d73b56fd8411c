import { describe, expect, test } from 'vitest';
import { startWorkflows, type AcceptedCard } from '../fakes/workflow-server.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { cardFaults } from '../support/adaptive-card-schema.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startOffice, type Office } from '../web/support/office.ts';

const MINUTE_MS = 60_000;
const QUESTION = 'Do you repair blue umbrellas?';

/** The title of a card, and the workflow that got it. */
const seen = ({ workflow, card }: AcceptedCard) => `${workflow}: ${String(card.body[0]?.['text'])}`;

/** The target of a card's button. */
const linkOf = ({ card }: AcceptedCard, title: string) =>
  new URL(card.actions?.find((action) => action.title === title)?.url ?? '');

describe('no agent is at the desk', () => {
  const clock = freshFixture(() => movedClock());
  const workflows = freshFixture(() => startWorkflows());

  async function setUp(office: Office, more: object = {}): Promise<void> {
    const edit = {
      first: workflows.address('agents'),
      second: workflows.address('leads'),
      reminderMinutes: 5,
      escalationMinutes: 15,
      includeFirstQuestion: false,
      language: 'en',
      ...more,
    };
    // Saving the same again is harmless, where the store of a busy machine was too slow.
    await expect
      .poll(async () => {
        const saved = await fetch(`${office.service.origin}/api/notifications/teams`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(edit),
        });
        return await saved.text().then(() => saved.status);
      })
      .toBe(200);
  }

  /** Moves the clock, and lets the timer run until as many cards are there. */
  async function later(office: Office, minutes: number, cards: number): Promise<void> {
    clock.advance(minutes * MINUTE_MS);
    await expect
      .poll(async () => {
        await office.service.services.notifications.deliverDue();
        return workflows.accepted.length;
      })
      .toBe(cards);
  }

  describe('in a cloud', () => {
    const office = freshFixture(() =>
      startOffice({ composition: 'cloud', clock, workflowNetwork: workflows.network }),
    );

    test('a card, a reminder and an escalation are sent, and after a claim from the card no more follow', async () => {
      await setUp(office);
      const visitor = await office.visitor();
      const sessionId = await visitor.askForPerson(QUESTION);
      await expect.poll(() => workflows.accepted.map(seen)).toEqual(['agents: A visitor asks for a person']);
      await later(office, 6, 2);
      await later(office, 10, 3);
      expect(workflows.accepted.map(seen)).toEqual([
        'agents: A visitor asks for a person',
        'agents: A visitor is still waiting',
        'leads: No agent has claimed this conversation',
      ]);
      for (const { card } of workflows.accepted) {
        expect(cardFaults(card)).toEqual([]);
        expect(JSON.stringify(card)).not.toContain('umbrellas');
        expect(JSON.stringify(card)).not.toContain(sessionId);
      }

      const [first] = workflows.accepted;
      if (!first) throw new Error('There is no card.');
      const { hash } = linkOf(first, 'Open in a browser');
      const mia = await office.agent('Mia Berg', { at: hash });
      await mia.thread.getByText(QUESTION).waitFor();
      expect(new URL(mia.page.url()).hash).toBe(`#/c/${sessionId}`);
      await mia.button(/^Claim$/).click();
      await mia.field.waitFor();
      await mia.say('Mia here.');
      await visitor.log.getByText('Mia here.').waitFor();

      clock.advance(120 * MINUTE_MS);
      await office.service.services.notifications.deliverDue();
      expect(workflows.accepted).toHaveLength(3);
      expect(mia.complaints).toEqual([]);
    });
  });

  test('a card is delivered late to a workflow that was unavailable, with the first question if that is enabled', async () => {
    const office = await startOffice({ clock, workflowNetwork: workflows.network });
    await setUp(office, { includeFirstQuestion: true, reminderMinutes: 0, escalationMinutes: 0 });
    workflows.fault = { status: 503 };
    await office.conversation('human_requested', QUESTION);
    await expect.poll(() => workflows.asked).toContain(503);
    workflows.fault = undefined;
    // The pause begins when the service has read the answer, which may be after the clock was moved.
    await expect
      .poll(async () => {
        clock.advance(MINUTE_MS);
        await office.service.services.notifications.deliverDue();
        return workflows.accepted.length;
      })
      .toBe(1);
    expect(JSON.stringify(workflows.accepted[0]?.card)).toContain(QUESTION);
    await office.close();
  });
});
