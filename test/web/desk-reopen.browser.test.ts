import { expect, test } from 'vitest';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

/** Closes the conversation of the agent who has claimed it, without the desk's time for an undo. */
async function close(sessionId: string): Promise<void> {
  const { claimedBy: oid = '', claimedByName: name = '' } = await office.service.session(sessionId);
  await office.service.services.agentDesk.close(sessionId, { oid, name });
}

test('an agent reopens a closed conversation with a reply, and the visitor has one thread', async () => {
  const visitor = await office.visitor();
  const first = await visitor.askForPerson('Where is my bike?');
  await mia.claim(first);
  await mia.say('On its way.');
  await visitor.log.getByText('On its way.').waitFor();
  await close(first);
  await visitor.panel.getByText('This conversation has ended.').waitFor();
  await visitor.button('Start a new conversation').waitFor();
  await mia.page.getByText('This conversation is closed. A reply reopens it.').waitFor();

  await mia.field.fill('It arrives today.');
  await mia.button('Reopen and send').click();
  const second = continuationIdOf(first);
  await expect.poll(() => mia.page.url()).toContain(second);
  await mia.section('Mine').locator(`[data-session="${second}"]`).waitFor();
  await expect.poll(() => mia.row(first).count()).toBe(0);
  await visitor.log.getByText('It arrives today.').waitFor();
  await visitor.log.getByText(/Conversation closed on/).waitFor();
  await visitor.send('Thank you.');
  await mia.thread.getByText('Thank you.').waitFor();
  await mia.thread.getByText('Where is my bike?').waitFor();

  // After a reload the visitor has the whole thread, and one row for it.
  await visitor.page.reload();
  await visitor.page.waitForFunction('window.ChatWidget?.version');
  await visitor.log.getByText('It arrives today.').waitFor();
  await expect.poll(() => visitor.log.getByText('Where is my bike?').count()).toBe(1);
  await visitor.panel.locator('summary').click();
  await visitor.button('Conversations').click();
  const rows = visitor.panel.locator('button[aria-current]');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(visitor.errors).toEqual([]);
  expect(mia.complaints).toEqual([]);
});
