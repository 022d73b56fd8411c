import { describe, expect } from 'vitest';
import { holdTimers } from '../support/browser/held-timers.ts';
import type { RegisteredSite, RegisteredVisit } from './support/registered-site.ts';
import { onRegisteredSite as it } from './support/with-sites.ts';

/** An identity token that has only its claims; the stand-in of the service accepts it. */
const tokenOf = (sub: string, more = {}) =>
  `x.${Buffer.from(JSON.stringify({ sub, ...more })).toString('base64url')}.x`;
const identify = (sub: string, more?: object) => `identify(${JSON.stringify(tokenOf(sub, more))})`;

/** A tab on a page whose widget takes identity tokens. */
async function visitShop(site: RegisteredSite): Promise<RegisteredVisit> {
  site.registry.face = { ...site.registry.face, siteLogin: true };
  return await site.visit();
}

const call = ({ page }: RegisteredVisit, script: string) => page.evaluate(`void ChatWidget.${script}`);
const signedInAs = ({ panel }: RegisteredVisit, name: string) =>
  panel.getByText(`Signed in as ${name}`).waitFor();

describe('a visitor whom the site identifies', () => {
  it('is named from the first message on and continues in another browser, with a new token of the page each time', async ({
    site,
  }) => {
    const { registry } = site;
    const visit = await visitShop(site);
    await visit.page.evaluate(`asked = 0; zoe = ${JSON.stringify(tokenOf('zoe'))}`);
    await call(visit, 'identify(() => { asked++; return Promise.resolve(zoe) })');
    expect(registry.requests).toEqual([]);
    await visit.open();
    await signedInAs(visit, 'zoe');
    await visit.ask('Hello');
    expect(registry.requests).toEqual([expect.objectContaining({ identity: tokenOf('zoe') })]);
    registry.endTokens();
    await visit.ask('Still me');
    expect(await visit.page.evaluate('asked')).toBe(2);

    const elsewhere = await visitShop(site);
    await call(elsewhere, identify('zoe'));
    await elsewhere.open();
    await elsewhere.log.getByText('You said: Still me').waitFor();
    // The browser reports the call with the ended token, and that a new visitor has no conversation yet.
    const unexpected = [...visit.errors, ...elsewhere.errors].filter((error) => !/401|404/.test(error));
    expect(unexpected).toEqual([]);

    // Another person in one tab: the other tab does not take the browser back, which would never end.
    await call(elsewhere, identify('max'));
    await signedInAs(elsewhere, 'max');
    await elsewhere.ask('From Max');
    await visit.panel.getByText('Your sign-in on this site has expired.').waitFor();
    await elsewhere.ask('Still Max');
  });

  it('is identified again on the next page as soon as the frame and the page are connected', async ({
    site,
  }) => {
    const visit = await visitShop(site);
    await call(visit, identify('zoe'));
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await holdTimers(site.context);
    await visit.page.addInitScript(
      `(ChatWidget = window.ChatWidget || []).push((it) => it.${identify('zoe')})`,
    );
    await visit.page.reload();
    await visit.log.getByText('You said: Hello').waitFor();
    await expect.poll(() => visit.panel.getByText('Your sign-in on this site has expired.').count()).toBe(0);
  });

  it('is forgotten after logout and after the token of another person', async ({ site }) => {
    const { registry } = site;
    const visit = await visitShop(site);
    await call(visit, identify('zoe'));
    await visit.open();
    await visit.ask('My secret');
    await visit.input.fill('Half a sen');
    await call(visit, identify('max'));
    await signedInAs(visit, 'max');
    await expect.poll(() => visit.log.getByText('My secret').count()).toBe(0);
    await expect.poll(() => visit.input.inputValue()).toBe('');
    await visit.ask('From Max');
    await visit.page.evaluate(`eve = ${JSON.stringify(tokenOf('eve'))}`);
    await call(visit, 'identify(() => Promise.resolve(eve))');
    await signedInAs(visit, 'eve');
    await expect.poll(() => visit.log.getByText('From Max').count()).toBe(0);
    await visit.ask('From Eve');

    await call(visit, 'logout()');
    await expect.poll(() => visit.log.getByText('From Eve').count()).toBe(0);
    await visit.ask('From no one');
    const kept = await visit.frame.locator('body').evaluate(() => Object.values(localStorage).join());
    expect(kept).not.toContain(registry.visitors.get('eve'));
    expect(registry.requests.at(-1)?.identity).toBeUndefined();
    expect(site.service.sessions.size).toBe(4);
  });

  it('is forgotten on a page that identifies no visitor', async ({ site }) => {
    await holdTimers(site.context);
    const { registry } = site;
    const visit = await visitShop(site);
    await call(visit, identify('zoe'));
    await visit.open();
    await visit.ask('My secret');
    await visit.page.reload();
    // The page may still identify its visitor; then it is too late.
    await expect
      .poll(async () => {
        await visit.page.evaluate('passTime(3000)');
        return registry.requests.map(({ renewal, identity }) => [!!renewal, !!identity]);
      })
      .toEqual([
        [false, true],
        [true, false],
        [false, false],
      ]);
    await visit.ask('From no one');
    await expect.poll(() => visit.log.getByText('My secret').count()).toBe(0);
  });
});

describe('a token that is refused', () => {
  it('leaves the visitor unnamed and is reported on the console, and a valid one names the visitor', async ({
    site,
  }) => {
    const visit = await visitShop(site);
    const said: string[] = [];
    visit.page.on('console', (message) => said.push(message.text()));
    await call(visit, identify('zoe', { expired: true }));
    await visit.open();
    await visit.ask('Hello');
    await expect.poll(() => said.join()).toContain('ChatWidget.identify: It has expired. (expired)');
    await call(visit, identify('zoe'));
    await signedInAs(visit, 'zoe');
    await visit.log.getByText('You said: Hello').waitFor();
    expect(site.service.sessions.size).toBe(1);
  });

  it('in an identified conversation is shown, and the text is sent once a valid one arrives', async ({
    site,
  }) => {
    const { registry } = site;
    const visit = await visitShop(site);
    await call(visit, identify('zoe'));
    await visit.open();
    await visit.ask('Hello');
    await call(visit, identify('zoe', { expired: true }));
    registry.endTokens();
    await visit.send('Still me');
    await visit.panel.getByText('Your sign-in on this site has expired.').waitFor();
    await call(visit, identify('zoe'));
    await visit.log.getByText('You said: Still me').waitFor();
    expect(site.service.sessions.size).toBe(1);
  });

  it('an identify call that is repeated ten thousand times has one effect, and an invalid argument is reported', async ({
    site,
  }) => {
    const visit = await visitShop(site);
    const said: string[] = [];
    visit.page.on('console', (message) => said.push(message.text()));
    await visit.page.evaluate(
      `for (let i = 0; i < 1e4; i++) ChatWidget.${identify('zoe')}; ChatWidget.identify(42)`,
    );
    await visit.open();
    await signedInAs(visit, 'zoe');
    expect(site.registry.requests).toHaveLength(1);
    await expect.poll(() => said.join()).toContain('pass a token, or a function that returns one.');
  });
});
