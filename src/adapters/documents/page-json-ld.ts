import type { Element, Root } from 'hast';
import { element, elementsBelow, visibleText } from './page-elements.ts';
import { pageLabels } from './page-labels.ts';
import type { PageLabels } from '../../languages/words.ts';
import { elementsOfHtml } from './page-fragment.ts';
import { listOf, Node, textOf } from './page-json-ld-values.ts';
import { openingHours } from './page-opening-hours.ts';
import type { ShownText } from './page-shown.ts';

/** The most JSON-LD nodes that are read. */
const MAX_NODES = 500;

/**
 * Questions, business details and products in a page's JSON-LD, as elements under added headings; without the
 * questions and the opening hours that the page shows as well.
 */
export function jsonLdContent(page: Root, language: string | undefined, shown: ShownText): Element[] {
  const words = pageLabels(language);
  const nodes = nodesOf(page);
  const businesses = nodes.filter(isBusiness).slice(0, 20);
  return [
    ...questionsOf(
      nodes.filter((node) => isOfType(node, /^FAQPage$/)),
      words,
      shown,
    ),
    ...businesses.flatMap((node) =>
      businessOf(node, words, withoutShown(openingHours(node, words, language), shown)),
    ),
    ...nodes
      .filter((node) => isOfType(node, /^(?:Product|Service|Vehicle|Menu ?Item)$/))
      .flatMap((node) => productOf(node, words)),
  ];
}

/** The nodes of all scripts, including those of graphs and lists. Invalid JSON is ignored. */
function nodesOf(page: Root): Node[] {
  const scripts = [...elementsBelow(page)].filter(
    ({ tagName, properties }) =>
      tagName === 'script' && /^application\/ld\+json/i.test(String(properties['type'])),
  );
  const nodes: Node[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (nodes.length >= MAX_NODES || depth > 6) return;
    if (Array.isArray(value)) for (const item of value) collect(item, depth + 1);
    const node = Node.safeParse(value).data;
    if (!node) return;
    nodes.push(node);
    collect(
      [node['@graph'], node['mainEntity'], node['itemListElement'], node['item']].filter(
        (it) => it !== undefined,
      ),
      depth + 1,
    );
  };
  for (const { children } of scripts) {
    const [text] = children;
    if (text?.type === 'text') collect(parseJson(text.value), 0);
  }
  return nodes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Pages have comments and line breaks in their JSON-LD. As in a browser, an invalid script is ignored.
    return undefined;
  }
}

function isOfType(node: Node, type: RegExp): boolean {
  return listOf(node['@type']).some(
    (one) => typeof one === 'string' && type.test(one.replace(/^.*[/:]/, '')),
  );
}

/** Detects a business by its properties, because schema.org has over a hundred types of LocalBusiness. */
function isBusiness(node: Node): boolean {
  if (isOfType(node, /^(?:Person|Event|Product|Offer|Place|PostalAddress)$/)) return false;
  const ofVisitors = ['openingHours', 'openingHoursSpecification', 'amenityFeature'];
  return (
    ofVisitors.some((name) => node[name] !== undefined) ||
    (node['address'] !== undefined && isOfType(node, /Business|Store|Organization|Restaurant|Office/))
  );
}

function questionsOf(pages: readonly Node[], words: PageLabels, shown: ShownText): Element[] {
  const questions = pages
    .flatMap((page) => listOf(page['mainEntity']))
    .flatMap((value) => {
      const question = Node.safeParse(value).data;
      const answer = Node.safeParse(
        listOf(question?.['acceptedAnswer'] ?? question?.['suggestedAnswer'])[0],
      ).data;
      const asked = textOf(question?.['name']);
      const answered = textOf(answer?.['text']);
      const answers = elementsOfHtml(answered);
      const isShown = shown.has(asked) && shown.has(visibleText({ type: 'root', children: answers }));
      return asked === '' || answered === '' || isShown ? [] : [element('h3', asked), ...answers];
    });
  return questions.length === 0 ? [] : [element('h2', words.questions), ...questions];
}

/** Opening hours that the page does not show; those of a date stay. */
function withoutShown(hours: readonly string[], shown: ShownText): readonly string[] {
  return shown.hasTimes(hours) ? hours.filter((text) => /\d{4}-\d\d/.test(text)) : hours;
}

/** The features of a place: `Parking`, or `Rooms: 12`. Those that it does not have are left out. */
function featuresOf(node: Node): string[] {
  return nodesIn(node['amenityFeature']).flatMap((feature) => {
    const name = textOf(feature['name']);
    const { value = true } = feature;
    if (name === '' || value === false || /^(?:false|no)$/i.test(textOf(value))) return [];
    const stated = textOf(value);
    return [stated === '' || /^(?:true|yes)$/i.test(stated) ? name : `${name}: ${stated}`];
  });
}

function businessOf(node: Node, words: PageLabels, hours: readonly string[]): Element[] {
  const lines = [
    line(words.address, addressOf(node['address'])),
    line(words.phone, textOf(node['telephone'])),
    line('E-mail', textOf(node['email']).replace(/^mailto:/, '')),
    ...[...hours, ...featuresOf(node)].map((text) => element('li', text)),
  ].flatMap((item) => item ?? []);
  if (lines.length === 0) return [];
  const name = textOf(node['name']);
  return [element('h2', name === '' ? words.contact : `${words.contact}: ${name}`), element('ul', ...lines)];
}

function productOf(node: Node, words: PageLabels): Element[] {
  const name = textOf(node['name']);
  const offers = nodesIn(node['offers']);
  const lines = offers.flatMap((offer) => offerLines(offer, words));
  if (name === '' || lines.length === 0) return [];
  const description = textOf(node['description']);
  return [
    element('h2', name),
    ...(description === '' ? [] : [element('p', description)]),
    element('ul', ...lines.slice(0, 50).map((text) => element('li', text))),
  ];
}

function offerLines(offer: Node, words: PageLabels): string[] {
  const currency = textOf(offer['priceCurrency']);
  const low = textOf(offer['lowPrice']);
  const high = textOf(offer['highPrice']);
  const specification = Node.safeParse(listOf(offer['priceSpecification'])[0]).data;
  const price =
    textOf(offer['price'] ?? specification?.['price']) ||
    (low !== '' && high !== '' ? `${low}–${high}` : low);
  if (price === '') return nodesIn(offer['offers']).flatMap((one) => offerLines(one, words));
  const name = textOf(offer['name']);
  const stock = textOf(offer['availability'])
    .replace(/^.*\//, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const priced = `${words.price}${name === '' ? '' : ` (${name})`}: ${price} ${currency || textOf(specification?.['priceCurrency'])}`;
  return [priced.trim(), ...(stock === '' ? [] : [`${words.availability}: ${stock.toLowerCase()}`])];
}

function nodesIn(value: unknown): Node[] {
  return listOf(value)
    .map((one) => Node.safeParse(one).data)
    .filter((node) => node !== undefined);
}

function addressOf(value: unknown): string {
  const [first] = listOf(value);
  const address = Node.safeParse(first).data;
  if (!address) return textOf(first);
  const town = [textOf(address['postalCode']), textOf(address['addressLocality'])]
    .filter((it) => it !== '')
    .join(' ');
  const parts = [address['streetAddress'], town, address['addressRegion'], address['addressCountry']];
  return parts
    .map((part) => textOf(part))
    .filter((part) => part !== '')
    .join(', ');
}

function line(label: string, text: string): Element[] | undefined {
  return text === '' ? undefined : [element('li', `${label}: ${text}`)];
}
