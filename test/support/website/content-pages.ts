import { jsonLd, layoutPage } from './layout.ts';

const HOURS = {
  '@context': 'https://schema.org',
  '@type': 'BikeStore',
  name: 'Lindgren Bicycles',
  telephone: '+46 31 555 01 42',
  address: {
    '@type': 'PostalAddress',
    streetAddress: 'Kungsgatan 14',
    postalCode: '411 19',
    addressLocality: 'Göteborg',
  },
  openingHoursSpecification: [
    { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:30', closes: '18:15' },
    { dayOfWeek: 'https://schema.org/Saturday', opens: '10:00', closes: '15:45' },
    { dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' },
  ],
};

const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: [
    {
      '@type': 'Question',
      name: 'Do you lend a bicycle during a repair?',
      acceptedAnswer: { '@type': 'Answer', text: '<p>Yes, for <b>12 EUR</b> a day.</p>' },
    },
  ],
};

const ALTERNATES =
  '<link rel="alternate" hreflang="en" href="/"><link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" hreflang="x-default" href="/">';

/** The shop's bicycles: name, price in EUR, weight in kilograms. */
export const BICYCLES = [
  ['city', 749, 14.2],
  ['cargo', 3_490, 31.5],
  ['kids', 289, 8.4],
  ['gravel', 1_899, 9.6],
  ['touring', 1_349, 13.1],
  ['folding', 1_099, 11.8],
] as const;

const bicycle = ([name, price, weight]: (typeof BICYCLES)[number]): [string, string] => [
  `/products/${name}`,
  layoutPage({
    title: `The ${name} bicycle`,
    head: `<link rel="canonical" href="/products/${name}">${jsonLd({
      '@type': 'Product',
      name: `Lindgren ${name}`,
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    })}`,
    main: `<h1>The ${name} bicycle</h1><p>Our ${name} bicycle weighs ${weight} kg and has a frame for every height.</p>
      <p>Colors: ${['red', 'blue'].map((color) => `<a href="/products/${name}?color=${color}">${color}</a>`).join(', ')}</p>
      <h2 id="size-guide">Which size of ${name} fits</h2><p>Measure the inside of your leg; the ${name} comes in three sizes.</p>`,
  }),
];

const POSTS = ['chains', 'tires', 'winter', 'lights', 'brakes', 'saddles', 'locks', 'children'] as const;

const post = (name: string, index: number): [string, string] => [
  `/blog/2024/05/how-we-choose-${name}`,
  layoutPage({
    title: `How we choose ${name}`,
    main: `<article><header><h1>How we choose ${name}</h1><time datetime="2024-05-0${index + 1}">May</time></header>
      <p>Choosing ${name} takes us ${index + 3} evenings every spring, and this is what we look at.</p></article>`,
  }),
];

/** A page of the blog's list. Each page links to the next one. */
function blogPage(page: number): string {
  const links = POSTS.slice((page - 1) * 3, page * 3).map(
    (name) =>
      `<li><a href="/blog/2024/05/how-we-choose-${name}?utm_source=blog">How we choose ${name}</a></li>`,
  );
  const next = page < 3 ? `<a href="/blog?page=${page + 1}">Older posts</a>` : '';
  return layoutPage({
    title: `Blog, page ${page}`,
    main: `<h1>Workshop blog ${page}</h1><ul>${links.join('')}</ul>${next}`,
  });
}

/** Pages that can be read, by path and query. */
export const CONTENT_PAGES: ReadonlyMap<string, string> = new Map([
  [
    '/',
    layoutPage({
      title: 'Bicycles in Göteborg',
      head: ALTERNATES + jsonLd(HOURS),
      main: `<h1>Bicycles for every day</h1><p>We sell, rent and mend bicycles at Kungsgatan.</p>
        <p><a href="/calendar/2026/11">Courses</a>, <a href="/kontakt">Kontakt</a>, <a href="/ja/">日本語</a>,
        <a href="/news/first">News</a>, <a href="/files/price-list.pdf">Price list</a>, <a href="/files/warranty.docx">Warranty</a>,
        <a href="/odd">More</a>, <a href="https://elsewhere.example/partner">Partner</a>, <a href="mailto:shop@lindgren.example">Mail</a></p>`,
    }),
  ],
  [
    '/de/',
    layoutPage({
      title: 'Fahrräder in Göteborg',
      language: 'de',
      head: ALTERNATES,
      main: '<h1>Fahrräder für jeden Tag</h1><p>Wir verkaufen, vermieten und reparieren Fahrräder.</p>',
    }),
  ],
  [
    '/about',
    layoutPage({
      title: 'About us',
      main: '<h1>About us</h1><p>Astrid Lindgren opened the workshop in 1987 with two stands.</p>',
    }),
  ],
  [
    '/opening-hours',
    layoutPage({
      title: 'Opening hours',
      head: jsonLd({ '@graph': [HOURS] }),
      main: '<h1>Opening hours</h1><p>The workshop takes bicycles until an hour before we close.</p>',
    }),
  ],
  [
    '/faq',
    layoutPage({
      title: 'Questions',
      head: jsonLd(FAQ),
      main: `<h1>Questions</h1>
        <h3><button aria-expanded="false" aria-controls="a1">How long does a repair take?</button></h3>
        <div id="a1" hidden><p>Most repairs take 3 days.</p></div>
        <details><summary>Do you take old bicycles?</summary><p>Yes, we pay up to 80 EUR for them.</p></details>`,
    }),
  ],
  [
    '/delivery',
    layoutPage({
      title: 'Delivery',
      main: `<h1>Delivery</h1><h2 id="costs">Costs</h2><p>Delivery in Sweden costs 29 EUR, and nothing from 500 EUR.</p>
        <section id="abroad"><h2>Abroad</h2><p>To Norway and Denmark it costs 59 EUR.</p></section>
        <p>See <a href="returns">how to return</a>.</p>`,
    }),
  ],
  [
    '/returns',
    `<!doctype html><html lang="en"><head><title>Returns | Lindgren Bicycles</title></head><body>
      <form method="post" action="/returns.aspx"><input type="hidden" name="__VIEWSTATE" value="dDwtMTI3">
      <div role="main"><h1>Returns</h1><p>${'You may return a bicycle within 30 days. Bring it to the shop as you got it, with its papers. '.repeat(5)}</p>
      <label>Order number <input name="order"></label><button>Send</button></div></form></body></html>`,
  ],
  [
    '/prices',
    layoutPage({
      title: 'Workshop prices',
      main: `<h1>Workshop prices</h1><p>Last updated: 4 March 2024</p>
        <table><tr><th>Service</th><th>Price</th></tr><tr><td>Tire change</td><td>18 EUR</td></tr><tr><td>Full service</td><td>119 EUR</td></tr></table>`,
    }),
  ],
  [
    '/products/',
    layoutPage({
      title: 'All bicycles',
      main: `<h1>All bicycles</h1><ul>${BICYCLES.map(([name]) => `<li><a href="/products/${name}?gclid=abc">${name}</a></li>`).join('')}</ul>`,
    }),
  ],
  ...BICYCLES.map(bicycle),
  ['/blog', blogPage(1)],
  ['/blog?page=2', blogPage(2)],
  ['/blog?page=3', blogPage(3)],
  ...POSTS.map(post),
  [
    '/news/first',
    layoutPage({
      title: 'A new workshop',
      main: '<h1>A new workshop</h1><p>Our second workshop opens in Mölndal at 7 Storgatan.</p>',
    }),
  ],
]);
