import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startWorkflows, type WorkflowFault } from '../fakes/workflow-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

const MINUTE_MS = 60_000;
const LABEL = { type: 'TextRun', text: 'Message left: ', isSubtle: true };

describe('a workflow that does not take cards', () => {
  // Time stands still: a handoff that waited for the workflow would never be answered.
  const clock = freshFixture(() => manualClock());
  const workflows = freshFixture(() => startWorkflows());
  const service = freshFixture(() =>
    startService({ clock, answerer: scriptedAnswerer(), workflowNetwork: workflows.network }),
  );
  beforeEach(() =>
    registryAdmin(service).send('PUT', 'notifications/teams', {
      first: workflows.address('agents'),
      reminderMinutes: 0,
      escalationMinutes: 0,
      includeFirstQuestion: false,
      language: 'en',
    }),
  );

  const titles = () => workflows.accepted.map(({ card }) => card.body[0]?.['text']);

  /** A visitor asks for a person, and then leaves a message; both are answered in the meantime. */
  async function askAndLeave(): Promise<void> {
    const sessionId = randomUUID();
    await service.post('/api/chat', { message: 'Hello', sessionId });
    expect((await service.post('/api/handoff', { sessionId })).status).toBe(200);
    const left = await service.post('/api/contact', {
      sessionId,
      email: 'vera@example.com',
      consent: true,
    });
    expect(left.status).toBe(200);
    expect(titles()).toEqual([]);
  }

  test.each<[string, WorkflowFault]>([
    ['answers 429', { status: 429, headers: { 'retry-after': '60' } }],
    ['answers 500', { status: 500 }],
    ['hangs', 'hang'],
    ['breaks off', 'reset'],
  ])(
    'and %s does not delay visitors, and gets all cards in order once it works again',
    async (_what, fault) => {
      workflows.fault = fault;
      await askAndLeave();
      if (typeof fault === 'object') await expect.poll(() => workflows.asked).toContain(fault.status);
      workflows.fault = undefined;
      await expect
        .poll(async () => {
          clock.advance(MINUTE_MS);
          await service.services.notifications.deliverDue();
          return workflows.accepted.length;
        })
        .toBe(2);
      expect(titles()).toEqual(['A visitor asks for a person', 'A visitor left a message']);
      // The first card is sent later, and says what is true then.
      const yes = { type: 'TextRun', text: 'Yes' };
      for (const { card } of workflows.accepted) {
        expect(card.body).toContainEqual(expect.objectContaining({ inlines: [LABEL, yes] }));
      }
    },
  );
});
