/** The layout of a page of the test website. */
interface Page {
  title: string;
  /** The HTML of the main part. */
  main: string;
  language?: string;
  /** Additional HTML for the head. */
  head?: string;
}

/** The parts that a content management system adds to every page, most of them without landmarks. */
export const CONSENT =
  'We use cookies to measure visits. Accept all cookies or choose your settings in our privacy center.';
export const NEWSLETTER = 'Join 4,000 riders: our newsletter comes on the first Friday of the month.';

/** A page with landmarks, a cookie banner inside its main part, and a block that every page has. */
export function layoutPage({ title, main, language = 'en', head = '' }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title} | Lindgren Bicycles</title>${head}</head>
<body>
<a href="#content">Skip to content</a>
<header><p>Lindgren Bicycles, since 1987</p>
<nav><ul>${MENU.map((path) => `<li><a href="${path}">Menu ${path}</a></li>`).join('')}</ul></nav></header>
<main id="content">
<div class="cookie-banner" role="dialog"><p>${CONSENT}</p><button>Accept all</button></div>
${main}
<div class="promo"><p>${NEWSLETTER}</p></div>
</main>
<aside><p>Popular in this week: bells and baskets.</p></aside>
<footer><p>Imprint and small print</p><address>Kungsgatan 14, 411 19 Göteborg</address>
<p>Call us: <a href="tel:+46315550142">+46 31 555 01 42</a></p><a href="/logout">Log out</a></footer>
</body></html>`;
}

const MENU = [
  '/',
  '/about',
  '/opening-hours',
  '/faq',
  '/delivery',
  '/returns',
  '/prices',
  '/products/',
  '/blog',
  '/shop',
];

export function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}
