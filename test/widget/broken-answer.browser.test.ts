import { describe, expect } from 'vitest';
import * as z from 'zod';
import { holdTimers, passTime } from '../support/browser/held-timers.ts';
import type { FakeService } from './support/fake-service.ts';
import { onSite as it, withSites } from './support/with-sites.ts';
import { answerInTwo } from './support/turns.ts';

const startSite = withSites();

const Asked = z.looseObject({ message: z.string() });
const asked = ({ requests }: FakeService) =>
  requests.flatMap(({ path, body }) => (path === 'chat/stream' ? [Asked.parse(body)] : []));
const contents = ({ theConversation }: FakeService) =>
  theConversation().session.messages.map(({ content }) => content);

/** A visitor who has asked "Hello" and has seen "The first half" of an answer that then broke off. */
async function interrupted() {
  const site = await startSite();
  const { service } = site;
  await holdTimers(site.context);
  const visit = await site.opened();
  const { cut } = answerInTwo(service, ['The first half', '']);
  await visit.send('Hello');
  await visit.panel.getByText('The first half').waitFor();
  cut();
  await visit.panel.getByText('The answer was interrupted.').waitFor();
  service.setAnswer((message) => [`Whole answer to ${message}`]);
  return { ...site, visit, again: visit.button('Try again') };
}

describe('an answer that breaks off', () => {
  it('stays visible and is not shown as stopped by the visitor', async () => {
    const { visit, again } = await interrupted();
    await expect.poll(() => visit.panel.getByText('The first half').count()).toBe(1);
    await expect.poll(() => visit.panel.getByText('Stopped').count()).toBe(0);
    await expect.poll(() => again.isVisible()).toBe(true);
    await expect.poll(() => visit.button('Helpful').count()).toBe(0);
  });

  it('is requested again automatically, and stays visible until the new one begins', async () => {
    const { service, visit } = await interrupted();
    const { finish } = answerInTwo(service, ['', 'Whole answer']);
    await passTime(visit.page, 7000);
    await visit.panel.getByText('The answer was interrupted.').waitFor({ state: 'detached' });
    await expect.poll(() => visit.panel.getByText('The first half').count()).toBe(1);
    await expect.poll(() => visit.panel.getByText(/busy|could not/).count()).toBe(0);
    finish();
    await visit.log.getByText('Whole answer').waitFor();
    await expect.poll(() => visit.panel.getByText('The first half').count()).toBe(0);
    await expect.poll(() => visit.log.locator('article').count()).toBe(2);
    expect(contents(service)).toEqual(['Hello', 'Whole answer']);
  });

  it('is requested again automatically even if its stored part was fetched in the meantime', async () => {
    const { service, visit } = await interrupted();
    // The network is back: what is stored is fetched, and takes the place of what came.
    await visit.page.evaluate("dispatchEvent(new Event('online'))");
    await visit.log.getByText('The first half').waitFor();
    await passTime(visit.page, 7000);
    await visit.log.getByText('Whole answer to Hello').waitFor();
    expect(contents(service)).toEqual(['Hello', 'Whole answer to Hello']);
  });

  it('repeatedly is requested five times, and then waits for the visitor', async () => {
    const { service, visit, again } = await interrupted();
    service.setAnswer(function* () {
      yield 'Less';
      throw new Error('cut');
    });
    // A browser itself repeats a request that is cut before an answer begins.
    let begun = 0;
    visit.page.on('response', (response) => (begun += Number(response.url().endsWith('/chat/stream'))));
    const askedAfter = async (ms: number) => {
      // A request that is on its way would be given up.
      await visit.panel.getByText('The answer was interrupted.').waitFor();
      await passTime(visit.page, ms);
      return asked(service).length;
    };
    await expect.poll(() => askedAfter(100_000)).toBe(6);
    await again.waitFor();
    expect(await askedAfter(600_000)).toBe(6);
    expect(begun).toBe(5);
  });

  it('can be requested any number of times', async () => {
    const { service, visit, again } = await interrupted();
    const { cut } = answerInTwo(service, ['Less', '']);
    await again.click();
    await visit.panel.getByText('Less').waitFor();
    cut();
    await expect.poll(() => again.isVisible()).toBe(true);
    await expect.poll(() => visit.panel.getByText('Less').count()).toBe(1);
    service.setAnswer(() => ['All of it']);
    await again.click();
    await visit.log.getByText('All of it').waitFor();
    expect(contents(service)).toEqual(['Hello', 'All of it']);
  });

  it('is requested only by the visitor after a reload', async () => {
    const { service, visit, again } = await interrupted();
    await visit.page.reload();
    await again.waitFor();
    await passTime(visit.page, 10_000);
    expect(asked(service)).toHaveLength(1);
    await again.click();
    await visit.log.getByText('Whole answer to Hello').waitFor();
    expect(contents(service)).toEqual(['Hello', 'Whole answer to Hello']);
  });

  it('before its first word is requested again automatically, also after a reload', async ({ site }) => {
    const { service } = site;
    await holdTimers(site.context);
    const visit = await site.opened();
    const { cut } = answerInTwo(service, ['', 'Never said']);
    await visit.send('Hello');
    await visit.log.getByText('Hello').waitFor();
    cut();
    await visit.panel.getByText('The chat is busy.').waitFor();
    service.setAnswer((message) => [`Whole answer to ${message}`]);
    expect(asked(service)).toHaveLength(1);
    await visit.page.reload();
    await visit.log.getByText('Whole answer to Hello').waitFor();
    expect(contents(service)).toEqual(['Hello', 'Whole answer to Hello']);
  });

  it('because of the network is shown as such, and appears when the service has completed it', async ({
    site,
  }) => {
    const visit = await site.opened();
    const { finish } = answerInTwo(site.service, ['The first half', ' and the second']);
    await visit.send('Hello');
    await visit.panel.getByText('The first half').waitFor();
    await site.context.setOffline(true);
    site.service.cut();
    await visit.panel.getByText('The answer was interrupted.').waitFor();
    await expect.poll(() => visit.panel.getByText('Your message will be sent').count()).toBe(0);
    finish();
    await expect.poll(() => contents(site.service).length).toBe(2);
    await site.context.setOffline(false);
    await visit.log.getByText('The first half and the second').waitFor();
    expect(asked(site.service)).toHaveLength(1);
  });
});

describe('an answer in progress when the visitor opens another page', () => {
  /** A visitor who has asked "Hello" and has seen "The first half". */
  async function asking() {
    const site = await startSite();
    const visit = await site.opened();
    const { finish, cut } = answerInTwo(site.service, ['The first half', ' and the second']);
    await visit.send('Hello');
    await visit.panel.getByText('The first half').waitFor();
    return { ...site, visit, finish, cut };
  }

  it('that breaks off in the meantime is not requested again automatically', async () => {
    const { service, visit, cut } = await asking();
    const { page } = visit;
    const there = page.url();
    await page.goto('about:blank');
    cut();
    await expect.poll(() => contents(service).length).toBe(2);
    await page.goto(there);
    await visit.panel.getByText('The answer was interrupted.').waitFor();
    await expect.poll(() => visit.button('Try again').isVisible()).toBe(true);
    expect(asked(service)).toHaveLength(1);
  });
});

describe('a question without an answer', () => {
  it('is not moved to the next conversation', async ({ site }) => {
    const visit = await site.opened();
    const { finish } = answerInTwo(site.service, ['So far', '']);
    await visit.send('Hello');
    await visit.panel.getByText('So far').waitFor();
    await visit.page.evaluate('ChatWidget.reset()');
    finish();
    site.service.setAnswer((message) => [`Re: ${message}`]);
    await visit.send('Next');
    await visit.log.getByText('Re: Next').waitFor();
    expect(asked(site.service).map(({ message }) => message)).toEqual(['Hello', 'Next']);
  });
});
