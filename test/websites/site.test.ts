import { describe, expect, test } from 'vitest';
import { isNeverFollowed, placeOf } from '../../src/websites/rules/site.ts';

const SITE = { startUrl: 'https://www.shop.co.uk/', allowHttp: false, subdomains: false };
const place = (address: string, site: Partial<typeof SITE> = {}) => placeOf(address, { ...SITE, ...site });

describe('the target of a link', () => {
  test.each([
    ['https://www.shop.co.uk/a', 'https://www.shop.co.uk/a'],
    ['https://shop.co.uk/a', 'https://www.shop.co.uk/a'],
    ['http://shop.co.uk/a', 'https://www.shop.co.uk/a'],
  ])('%s is %s', (link, url) => {
    expect(place(link)).toEqual({ kind: 'same-site', url });
  });

  test.each([
    'https://other.co.uk/',
    'https://shop.com/',
    'https://www.shop.co.uk:8443/',
    'https://evil-shop.co.uk/',
    'https://203.0.113.7/',
    'mailto:a@shop.co.uk',
  ])('%s is a different site', (link) => {
    expect(place(link)).toEqual({ kind: 'elsewhere' });
  });

  test('another host of the same domain needs the setting for subdomains', () => {
    expect(place('https://blog.shop.co.uk/a')).toEqual({ kind: 'subdomain', host: 'blog.shop.co.uk' });
    expect(place('https://blog.shop.co.uk/a', { subdomains: true })).toEqual({
      kind: 'same-site',
      url: 'https://blog.shop.co.uk/a',
    });
  });

  test('customers of a provider are different sites', () => {
    const site = { startUrl: 'https://one.github.io/', subdomains: true };
    expect(place('https://two.github.io/', site)).toEqual({ kind: 'elsewhere' });
  });

  test('a local site includes only its host and port', () => {
    const site = { startUrl: 'http://127.0.0.1:7080/', allowHttp: true, subdomains: true };
    expect(place('http://127.0.0.1:7080/a', site).kind).toBe('same-site');
    expect(place('http://127.0.0.1:7071/a', site).kind).toBe('elsewhere');
    expect(place('http://localhost:7080/a', site).kind).toBe('elsewhere');
  });
});

describe('a link that ends a session, changes something or leads to no page is not followed', () => {
  test.each([
    ...['/logout', '/account/sign-out', '/user?action=logout', '/de/abmelden', '/wp-login.php?x=1'],
    ...['/?add-to-cart=12', '/cart/', '/checkout/step-1', '/items/7/delete', '/wp-json/v2', '/feed/'],
    ...['/photo.JPG', '/style.css', '/data.json', '/archive.zip', '/calendar.ics', '/post?replytocom=4'],
  ])('%s', (path) => {
    expect(isNeverFollowed(`https://shop.example${path}`)).toBe(true);
  });

  test.each([
    ...['/', '/blog/how-to-log-your-hours', '/prices.pdf', '/catalog', '/feedback', '/carts-and-trolleys'],
    ...['/logistics', '/about.html', '/removals'],
  ])('but the link %s is followed', (path) => {
    expect(isNeverFollowed(`https://shop.example${path}`)).toBe(false);
  });
});
