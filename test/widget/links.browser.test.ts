import { describe, expect } from 'vitest';
import { onSite as it, withSites } from './support/with-sites.ts';

const HELD = 'https://shop.example/returns';
const OTHER = 'https://evil.example/?q=secret';
const ANSWER = `See [the form](${HELD}), [this](${OTHER}), ${OTHER}, [us](mailto:a@evil.example) or [call](tel:+4930).`;
const startSite = withSites();

describe('the links that visitors see', () => {
  it('are those of the documents: in the stream, in the complete answer, and after a reload', async () => {
    const { service, visit: go } = await startSite();
    let finish = () => {};
    service.setAnswer(
      async function* () {
        yield ANSWER;
        await new Promise<void>((resolve) => (finish = resolve));
      },
      { links: [HELD, 'tel:+4930'] },
    );
    const visit = await go();
    const links = () =>
      visit.panel
        .locator('.assistant .bubble a')
        .evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute('href')}`));
    await visit.open();
    await visit.send('How do I return it?');
    const growing = visit.panel.locator('.assistant .bubble');
    await growing.getByText('See the form, this,').waitFor();
    expect(await links()).toEqual([]);
    await expect.poll(() => growing.textContent()).toBe(`See the form, this, ${OTHER}, us or call.`);
    finish();
    const bubble = visit.log.locator('.assistant .bubble');
    await bubble.waitFor();
    const shown = `See the form, this (${OTHER}), ${OTHER}, us (mailto:a@evil.example) or call.`;
    expect(await links()).toEqual([`the form ${HELD}`, 'call tel:+4930']);
    await expect.poll(() => bubble.textContent()).toBe(shown);
    await visit.page.reload();
    await visit.log.locator('.assistant .bubble').waitFor();
    expect(await links()).toEqual([`the form ${HELD}`, 'call tel:+4930']);
  });

  it('include every address that an agent writes', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.open();
    await visit.button('Talk to a person').click();
    await expect.poll(() => service.sockets()).toBe(1);
    service.claim('Mia');
    service.say(`See [this](${OTHER}) or ${HELD}.`);
    await visit.log.locator('.agent').waitFor();
    const hrefs = await visit.log
      .locator('.agent .bubble a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([OTHER, HELD]);
  });
});
