import { expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { baselines } from './support/baselines.ts';
import { withSites } from './support/with-sites.ts';

const startSite = withSites();
/** The time of the visitor's clock and of the service's. */
const NOW = new Date('2026-03-04T10:30:00Z');
const ATTRIBUTES =
  'data-title="Hotel Sandbank" data-suggestions="Opening hours|Prices" data-privacy-url="https://hotel.test/p"';

it('the widget looks in each of its main states as in the pictures of it', async ({ annotate }) => {
  const site = await startSite({ colorScheme: 'light', timezoneId: 'UTC', reducedMotion: 'reduce' });
  const { service } = site;
  service.time = NOW;
  const visit = await site.visit({ attributes: ATTRIBUTES, now: NOW });
  const { page, panel, log } = visit;
  const { look, differences, withoutPixels } = await baselines(page, {
    renew: expect.getState().snapshotState.snapshotUpdateState === 'all',
  });
  if (withoutPixels !== undefined) {
    await annotate(withoutPixels);
    process.stdout.write(`${withoutPixels}\n`);
  }
  await look('launcher', visit.launcher);

  await visit.open();
  await panel.getByRole('banner').getByText('A person is available').waitFor();
  await look('empty', panel);

  const [firstWord, lastWord] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.people.passages['Spa'] = 'The spa is open from 8:00 to 21:00.';
  service.setAnswer(
    async function* () {
      await firstWord.promise;
      yield 'From **8:00 to 21:00**';
      await lastWord.promise;
      yield ' [1]\n\n- Sauna\n- Pool';
    },
    { sources: [{ title: 'Spa', url: 'https://hotel.test/spa' }] },
  );
  await visit.send('When is the spa open?');
  await log.locator('.visitor').waitFor();
  await panel.locator('.dots').waitFor();
  await look('waiting', panel);

  firstWord.resolve();
  await panel.locator('.assistant', { hasText: 'From' }).waitFor();
  await look('streaming', panel);

  lastWord.resolve();
  await log.locator('.sources > button').waitFor();
  await look('answered', panel);

  await log.locator('.sources > button').click();
  await panel.locator('.sheet').getByText('The spa is open').waitFor();
  await look('source', panel);
  const barriers = () => violations(page, { include: ['chat-widget'] });
  expect(await barriers()).toEqual([]);
  await panel.locator('.sheet-head > button').click();

  service.fault('chat/stream', (_request, response) => void response.writeHead(500).end());
  await visit.send('And the bar?');
  await panel.getByText('Your message was not sent.').waitFor();
  await look('failed', panel);
  service.fault('chat/stream', undefined);
  service.setAnswer(() => ['Until 23:00.']);
  await visit.button('Try again').click();
  await log.getByText('Until 23:00.').waitFor();

  await visit.button('Talk to a person').click();
  await log.locator('.line').waitFor();
  await expect.poll(() => service.sockets()).toBe(1);
  await look('queued', panel);

  service.claim('Mia Berg');
  await panel.getByRole('banner').getByText('Mia Berg').waitFor();
  service.say('Hello, I am Mia.');
  await log.locator('.agent').waitFor();
  await look('joined', panel);

  service.close();
  await panel.getByText('Did this help?').waitFor();
  await look('closed', panel, { wraps: true });

  const { sessionId } = service.theConversation();
  const common = { status: 'closed', lastMessageAt: NOW.toISOString(), messageCount: 6 };
  const conversations = [
    { ...common, sessionId, opening: 'When is the spa open?', preview: 'Hello, I am Mia.' },
    { ...common, sessionId: 'earlier', opening: 'Is there parking?', preview: 'Yes, below the house.' },
  ];
  service.fault('conversations', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ conversations }));
  });
  await panel.locator('summary').click();
  await visit.button('Conversations').click();
  await panel.locator('.list').getByText('Is there parking?').waitFor();
  await look('conversations', panel, { wraps: true });
  expect(await barriers()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers()).toEqual([]);
  await visit.button('Back').click();

  await panel.locator('> header > button').click();
  await page.setViewportSize({ width: 360, height: 640 });
  await visit.launcher.click();
  await log.locator('.agent').waitFor();
  await look('dark', panel, { wraps: true });

  expect(differences).toEqual([]);
  expect(visit.errors.filter((error) => !error.includes('500'))).toEqual([]);
});
