import { expect, test } from 'vitest';
import { continuationIdOf } from '../../src/lib/ids.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

/** Closes the conversation of the agent who has claimed it, without the desk's time for an undo. */
async function close(sessionId: string): Promise<void> {
  const { claimedBy: oid = '', claimedByName: name = '' } = await office.service.session(sessionId);
  await office.service.services.agentDesk.close(sessionId, { oid, name });
}

const shots = process.env['SHOTS'];

test('a closed conversation continues for visitor and agent after each close', async () => {
  const visitor = await office.visitor();
  const shoot = async (name: string) => {
    if (shots === undefined) return;
    await mia.page.screenshot({ path: `${shots}/${name}-desk.png` });
    await visitor.page.screenshot({ path: `${shots}/${name}-visitor.png` });
  };
  const first = await visitor.askForPerson('Where is my bike?');
  await mia.claim(first);
  await mia.say('On its way.');
  await visitor.log.getByText('On its way.').waitFor();
  await close(first);
  await visitor.panel.getByText('This conversation has ended.').waitFor();
  await visitor.panel.getByText('Your next message continues it.').waitFor();
  await visitor.button('Start a new conversation').waitFor();
  await mia.page.getByText('This conversation is closed. A reply reopens it.').waitFor();
  await shoot('1-closed');

  // The visitor writes again: the thread stays, with a divider.
  await visitor.send('It has not arrived.');
  await visitor.log.getByText('Hello there.').nth(1).waitFor();
  await visitor.log.getByText(/Conversation closed on/).waitFor();
  expect(await visitor.log.getByText('Where is my bike?').count()).toBe(1);
  const second = continuationIdOf(first);
  expect(await visitor.sessionId()).toBe(second);
  // The desk goes on to it, with the earlier messages in place.
  await expect.poll(() => mia.page.url()).toContain(second);
  await mia.thread.getByText('It has not arrived.').waitFor();
  await mia.thread.getByText('Where is my bike?').waitFor();
  await visitor
    .button(/person/i)
    .first()
    .click();
  await mia.section('Waiting for a person').locator(`[data-session="${second}"]`).waitFor();
  expect(await mia.row(first).count()).toBe(0);
  // The visitor keeps their label, and the divider has a date in words.
  await mia
    .row(second)
    .getByText(`Visitor ${first.slice(0, 4).toUpperCase()}`)
    .waitFor();
  await mia.thread.getByText(/Conversation closed on \d{1,2} \w{3} \d{4}/).waitFor();
  await shoot('2-waiting');
  await mia.button(/^Claim$/).click();
  await mia.say('I will look.');
  await visitor.log.getByText('I will look.').waitFor();
  await close(second);
  await visitor.panel.getByText('Your next message continues it.').waitFor();
  await mia.page.getByText('A reply reopens it.').waitFor();

  // The agent reopens it with a reply, which the visitor gets on the page.
  await mia.button('Reopen and send').waitFor();
  await mia.field.fill('It arrives today.');
  await shoot('3-reopening');
  await mia.button('Reopen and send').click();
  const third = continuationIdOf(second);
  await expect.poll(() => mia.page.url()).toContain(third);
  await mia.section('Mine').locator(`[data-session="${third}"]`).waitFor();
  await visitor.log.getByText('It arrives today.').waitFor();
  await expect.poll(() => visitor.log.getByText(/Conversation closed on/).count()).toBe(2);
  await visitor.send('Thank you.');
  await mia.thread.getByText('Thank you.').waitFor();
  await shoot('4-reopened');

  // After a reload the visitor has the whole thread, and one row for it.
  await visitor.page.reload();
  await visitor.page.waitForFunction('window.ChatWidget?.version');
  await visitor.log.getByText('It arrives today.').waitFor();
  expect(await visitor.log.getByText('Where is my bike?').count()).toBe(1);
  await visitor.panel.locator('summary').click();
  await visitor.button('Conversations').click();
  const rows = visitor.panel.locator('button[aria-current]');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await shoot('5-list');
  expect(visitor.errors).toEqual([]);
  expect(mia.complaints).toEqual([]);
});
