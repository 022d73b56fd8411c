import { describe, expect } from 'vitest';
import type { Visit } from './support/site.ts';
import { onSite as it, withSites } from './support/with-sites.ts';
import { longAnswered, LONG_ANSWER } from './support/turns.ts';

const startSite = withSites();
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describe('the menu', () => {
  it('leaves the Close button in its place, also on a phone', async () => {
    const site = await startSite(PHONE);
    const visit = await site.opened();
    await visit.panel.locator('summary').click();
    await visit.button('Sound').waitFor();
    await expect.poll(() => visit.button('Close').isVisible()).toBe(true);
  });

  it('ends a conversation only after a confirmation, which offers the transcript', async ({ site }) => {
    const visit = await site.conversation();
    await visit.panel.locator('summary').click();
    // Twice in the same place, as in a double click: the second one hits something else.
    const place = await visit.button('End conversation').boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = place ?? {};
    await visit.page.mouse.dblclick(x + width / 2, y + height / 2);
    await expect
      .poll(() => visit.panel.locator('summary').evaluate((one) => one.matches(':focus')))
      .toBe(true);
    await expect.poll(() => visit.log.locator('article').count()).toBe(2);

    await visit.panel.locator('summary').click();
    await visit.button('End conversation').click();
    await visit.panel.getByRole('alert').getByText('End this conversation?').waitFor();
    expect(await visit.button('Cancel').evaluate((one) => one.matches(':focus'))).toBe(true);
    const download = visit.page.waitForEvent('download');
    await visit.button('Download transcript').click();
    await download;
    await expect.poll(() => visit.log.locator('article').count()).toBe(2);

    await expect.poll(() => visit.panel.getByText('End this conversation?').isVisible()).toBe(true);
    await visit.button('End conversation').click();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    expect(await visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it.each([
    ['its own button', (visit: Visit) => visit.panel.locator('summary').click()],
    ['the thread', (visit: Visit) => visit.panel.locator('.thread').click()],
    ['the title', (visit: Visit) => visit.panel.getByRole('heading').first().click()],
  ])('closes by a click on %s', async (_name, click) => {
    const site = await startSite();
    const visit = await site.opened();
    await visit.panel.locator('summary').click();
    await visit.button('Sound').waitFor();
    await click(visit);
    await expect.poll(() => visit.button('Sound').isVisible()).toBe(false);
  });

  it.each(['Escape', 'Enter'])(
    'does not end the conversation if the visitor cancels with %s',
    async (key) => {
      const site = await startSite();
      const visit = await site.conversation();
      await visit.panel.locator('summary').click();
      await visit.button('End conversation').click();
      await visit.button('Cancel').waitFor();
      await visit.page.keyboard.press(key);
      await expect.poll(() => visit.button('Cancel').isVisible()).toBe(false);
      expect(await visit.panel.locator('summary').evaluate((one) => one.matches(':focus'))).toBe(true);
      await expect.poll(() => visit.log.locator('article').count()).toBe(2);
      await visit.panel.locator('summary').click();
      await expect.poll(() => visit.panel.getByText('End this conversation?').count()).toBe(0);
    },
  );
});

describe('the launcher', () => {
  it.each([
    ['right', 'ltr'],
    ['right', 'rtl'],
    ['left', 'rtl'],
    ['left', 'ltr'],
  ])('stays in its corner, %s, when the panel opens on a page from %s', async (position, dir) => {
    const site = await startSite();
    const visit = await site.visit({
      attributes: `data-position="${position}"`,
      head: `<script>document.documentElement.dir = '${dir}'</script>`,
    });
    const closed = await visit.launcher.boundingBox();
    const icons = () =>
      visit.launcher
        .locator('svg')
        .evaluateAll((them) => them.map((one) => getComputedStyle(one).opacity).join(' '));
    expect(await icons()).toBe('1 0');
    await visit.open();
    // It closes the panel now, and says so.
    expect(await icons()).toBe('0 1');
    expect(await visit.launcher.boundingBox()).toEqual(closed);
    const panel = await visit.panel.boundingBox();
    const width = visit.page.viewportSize()?.width ?? 0;
    const margin = position === 'left' ? panel?.x : width - (panel?.x ?? 0) - (panel?.width ?? 0);
    expect(margin).toBe(20);
  });
});

describe('the thread', () => {
  it('scrolls with a growing answer until the question is at the top, and no further', async ({ site }) => {
    let more = () => {};
    site.service.setAnswer(async function* () {
      yield 'Short.';
      await new Promise<void>((resolve) => (more = resolve));
      yield `\n\n${LONG_ANSWER}`;
      await new Promise<void>((resolve) => (more = resolve));
      yield `\n\n${LONG_ANSWER}`;
    });
    const visit = await site.opened();
    await visit.send('Tell me all');
    await visit.panel.getByText('Short.').waitFor();
    more();
    await visit.panel.getByText('Line 59').waitFor();
    const top = () =>
      visit.log.locator('.visitor').evaluate((one) => {
        const thread = one.closest('.thread');
        return one.getBoundingClientRect().top - (thread?.getBoundingClientRect().top ?? 0);
      });
    const reached = await top();
    expect(reached).toBeGreaterThanOrEqual(0);
    expect(reached).toBeLessThan(20);
    more();
    await visit.log.getByText('Line 59').nth(1).waitFor();
    expect(await top()).toBe(reached);
    // The content below is the same answer, nothing new.
    await expect.poll(() => visit.button('New messages').isVisible()).toBe(false);
  });

  it('scrolls without the panel around it', async ({ site }) => {
    site.service.setAnswer(() => [Array.from({ length: 40 }, (_, line) => `Line ${line}.`).join('\n\n')]);
    const visit = await site.opened();
    await visit.send('Hello');
    await visit.log.getByText('Line 39.').waitFor();
    const room = await visit.panel.evaluate((panel) => panel.scrollHeight - panel.clientHeight);
    expect(room).toBe(0);
  });

  it('stays at the end of a long answer while the visitor types', async ({ site }) => {
    const visit = await longAnswered(site);
    const thread = visit.panel.locator('.thread');
    await thread.evaluate((one) => (one.scrollTop = one.scrollHeight));
    const before = await thread.evaluate((one) => one.scrollTop);
    await visit.input.pressSequentially('And');
    expect(await thread.evaluate((one) => one.scrollTop)).toBe(before);
  });
});

describe('on touch', () => {
  it('“Talk to a person” and every other control is at least 44 px high, and has its icon', async () => {
    const site = await startSite(PHONE);
    const visit = await site.visit({ attributes: 'data-suggestions="One?"' });
    await visit.launcher.tap();
    await visit.input.waitFor();
    await expect.poll(() => visit.button('Talk to a person').locator('svg').count()).toBe(1);
    for (const button of await visit.panel.locator('button:visible, summary').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });
});

describe('a handoff to a person', () => {
  it('is shown in one sentence, and so is the agent who joins and leaves', async ({ site }) => {
    const visit = await site.opened();
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await visit.ask('Anyone?');
    await expect.poll(() => visit.panel.getByText('A person was asked to join.').count()).toBe(1);
    await expect.poll(() => visit.panel.getByRole('banner').getByText('AI assistant').isVisible()).toBe(true);
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.claim('Mia Berg');
    await visit.log.getByText('Mia Berg joined').waitFor();
    site.service.say('Hi');
    site.service.say('How can I help?');
    await visit.log.getByText('How can I help?').waitFor();
    await visit.page.reload();
    await visit.log.getByText('How can I help?').waitFor();
    await expect.poll(() => visit.panel.getByText('Mia Berg joined').count()).toBe(1);
    // One name and one pair of initials for both messages.
    const names = visit.log.locator('.agent > :visible:not(.bubble, .meta)');
    await expect.poll(() => names.allInnerTexts()).toEqual(['MB', 'Mia Berg']);
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.release();
    await visit.log.getByText('Mia Berg left').waitFor();
    await visit.ask('Still there?');
    site.service.claim('Jonas Kern');
    site.service.say('I am Jonas.');
    await visit.log.getByText('I am Jonas.').waitFor();
    const lines = visit.log.locator('.line');
    expect((await lines.allInnerTexts()).slice(-3)).toEqual([
      'Mia Berg joined',
      'Mia Berg left',
      'Jonas Kern joined',
    ]);
    const below = await visit.log.getByText('Still there?', { exact: true }).boundingBox();
    expect((await lines.nth(-2).boundingBox())?.y).toBeLessThan(below?.y ?? 0);
    site.service.close();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await expect.poll(() => visit.panel.getByText('Jonas Kern left').count()).toBe(0);
  });
});

describe('the outcome of a request for a person', () => {
  it.each([
    ['that it was made', 200, 'A person was asked to join.'],
    ['that it failed', 503, 'Your request was not sent.'],
  ])('is in sight below a long answer: %s', async (_what, status, words) => {
    const site = await startSite();
    const visit = await longAnswered(site);
    if (status !== 200) {
      site.service.fault('handoff', (_request, response) => void response.writeHead(status).end('{}'));
    }
    await visit.button('Talk to a person').click();
    const told = visit.panel.getByText(words);
    await told.waitFor();
    const end = await visit.panel
      .locator('.thread')
      .evaluate((thread) => thread.getBoundingClientRect().bottom);
    const { y = 0, height = 0 } = (await told.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(end);
  });
});

describe('a request for a person that fails', () => {
  it('is shown as a failed request, not as a failed message, and is repeated by Try again', async ({
    site,
  }) => {
    const visit = await site.conversation();
    site.service.fault('handoff', (_request, response) => void response.writeHead(503).end('{}'));
    await visit.button('Talk to a person').click();
    await visit.panel.getByText('Your request was not sent.').waitFor();
    await expect.poll(() => visit.panel.getByText('Your message was not sent.').count()).toBe(0);
    site.service.fault('handoff', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await expect.poll(() => visit.panel.getByText('Your request was not sent.').count()).toBe(0);
  });
});

describe('an action', () => {
  it('has the color of a link, not of an error, if it is neutral', async ({ site }) => {
    const visit = await site.conversation({ attributes: 'data-privacy-url="https://acme.test/p"' });
    await expect.poll(() => site.service.sessions.size).toBe(1);
    site.service.close();
    await visit.page.reload();
    const colors = [visit.button('Start a new conversation'), visit.panel.getByRole('link')].map((one) =>
      one.evaluate((element) => getComputedStyle(element).color),
    );
    const [action, link] = await Promise.all(colors);
    expect(action).toBe(link);
  });
});

describe('typing', () => {
  it('does not set language or direction again, which would restyle each message', async ({ site }) => {
    const visit = await site.conversation();
    const set = await visit.panel.evaluateHandle((panel) => {
      const names: (string | null)[] = [];
      const observer = new MutationObserver((records) => {
        names.push(...records.map(({ attributeName }) => attributeName));
      });
      observer.observe(panel, { attributeFilter: ['dir', 'lang'] });
      return names;
    });
    await visit.input.pressSequentially('a');
    await visit.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await set.jsonValue()).toEqual([]);
  });
});
