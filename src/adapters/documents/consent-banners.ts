import type { Element, Root } from 'hast';
import { attribute, eachElement, textOf } from './html-elements.ts';

/** The elements of the usual consent tools, and what sites name their own. */
const TOOLS =
  /onetrust|cookiebot|usercentrics|cookieyes|cookiefirst|cookie-?script|cookie-?law|klaro|didomi|iubenda-cs|osano|truste|borlabs|cmplz|complianz|cky-|moove_gdpr|cc-window|cookieconsent/i;
const NAMED =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|dsgvo|rgpd)[\s_-]*(?:banner|bar|notice|consent|law|pop-?up|modal|overlay|notification|hint|disclaimer|layer|dialog|alert)(?:$|[\s_-])/i;
const MENTIONS = /cookie|クッキー|쿠키|файл\S* ку?ки|ملفات تعريف الارتباط|consent/i;
const AGREES =
  /^\W*(?:ok(?:ay)?|got it|accept|allow|agree|i agree|i accept|understood|akzeptier|annehmen|zustimm|einverstanden|alle(?:s)? (?:akzept|zulass|erlaub)|verstanden|accepter|tout accepter|j.accepte|aceptar|acepto|aceitar|accett|akkoord|accepteer|godkänn|acceptera|godta|accepter alle|hyväksy|akceptuj|zgadzam|souhlas|přijmout|elfogad|принять|согласен|kabul|同意|接受|すべて許可|동의|موافق|קבל)/iu;
/** A banner is short. */
const MOST_CHARACTERS = 1_500;
const WHOLE_PAGE = new Set(['html', 'body', 'main', 'article', 'form']);
const HEADLINE = 'h1';

/**
 * Requests for consent to cookies: the elements of consent tools, dialogs about cookies, and the smallest
 * part around a button to agree that mentions cookies. A page about cookies is no banner.
 */
export function consentBanners(page: Root): ReadonlySet<Element> {
  const banners = new Set<Element>();
  eachElement(page, (element, around) => {
    if (WHOLE_PAGE.has(element.tagName)) return;
    if (isNamed(element)) banners.add(element);
    else if (isButton(element) && AGREES.test(textOf(element).trim())) {
      const banner = around.findLast((one) => !WHOLE_PAGE.has(one.tagName) && MENTIONS.test(textOf(one)));
      if (banner && isShort(banner)) banners.add(banner);
    }
  });
  return banners;
}

function isNamed(element: Element): boolean {
  const name = `${attribute(element, 'id') ?? ''} ${attribute(element, 'className') ?? ''}`;
  if (TOOLS.test(name)) return true;
  const isDialog = /dialog/.test(attribute(element, 'role') ?? '') || element.tagName === 'dialog';
  const isAbout = NAMED.test(name) || (isDialog && MENTIONS.test(attribute(element, 'ariaLabel') ?? name));
  return isAbout && isShort(element);
}

function isButton({ tagName, properties }: Element): boolean {
  return tagName === 'button' || (tagName === 'a' && properties['role'] === 'button');
}

function isShort(element: Element): boolean {
  const text = textOf(element);
  return text.length <= MOST_CHARACTERS && !hasHeadline(element);
}

function hasHeadline(element: Element): boolean {
  let has = false;
  eachElement(element, ({ tagName }) => {
    has ||= tagName === HEADLINE;
  });
  return has;
}
