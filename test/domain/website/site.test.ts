import { describe, expect, test } from 'vitest';
import { isNeverFollowed, placeOf } from '../../../src/domain/website/site.ts';

const SITE = { startUrl: 'https://www.shop.co.uk/', allowHttp: false, subdomains: false };
const place = (address: string, site: Partial<typeof SITE> = {}) => placeOf(address, { ...SITE, ...site });

describe('where a link leads', () => {
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
  ])('%s is another site', (link) => {
    expect(place(link)).toEqual({ kind: 'elsewhere' });
  });

  test('another host of the registrable domain is asked for', () => {
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

  test('on this machine a site is a host and a port', () => {
    const site = { startUrl: 'http://127.0.0.1:7080/', allowHttp: true, subdomains: true };
    expect(place('http://127.0.0.1:7080/a', site).kind).toBe('same-site');
    expect(place('http://127.0.0.1:7071/a', site).kind).toBe('elsewhere');
    expect(place('http://localhost:7080/a', site).kind).toBe('elsewhere');
  });
});

describe('a link that ends a visit, changes something or is no page is never followed', () => {
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
  ])('but %s is', (path) => {
    expect(isNeverFollowed(`https://shop.example${path}`)).toBe(false);
  });
});
