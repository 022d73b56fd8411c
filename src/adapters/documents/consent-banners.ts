import type { Element, Root } from 'hast';
import { attribute, eachElement, textOf } from './html-elements.ts';

/** Ids and classes of common consent tools, and those that sites choose for their own banners. */
const CONSENT_TOOLS =
  /onetrust|cookiebot|usercentrics|cookieyes|cookiefirst|cookie-?script|cookie-?law|klaro|didomi|iubenda-cs|osano|truste|borlabs|cmplz|complianz|cky-|moove_gdpr|cc-window|cookieconsent/i;
const BANNER_NAME =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|dsgvo|rgpd)[\s_-]*(?:banner|bar|notice|consent|law|pop-?up|modal|overlay|notification|hint|disclaimer|layer|dialog|alert)(?:$|[\s_-])/i;
const COOKIE_WORDS = /cookie|クッキー|쿠키|файл\S* ку?ки|ملفات تعريف الارتباط|consent/i;
const ACCEPT_LABEL =
  /^\W*(?:ok(?:ay)?|got it|accept|allow|agree|i agree|i accept|understood|akzeptier|annehmen|zustimm|einverstanden|alle(?:s)? (?:akzept|zulass|erlaub)|verstanden|accepter|tout accepter|j.accepte|aceptar|acepto|aceitar|accett|akkoord|accepteer|godkänn|acceptera|godta|accepter alle|hyväksy|akceptuj|zgadzam|souhlas|přijmout|elfogad|принять|согласен|kabul|同意|接受|すべて許可|동의|موافق|קבל)/iu;
/** The longest text of a banner, in UTF-16 code units. */
const MAX_CHARACTERS = 1_500;
const PAGE_CONTAINERS = new Set(['html', 'body', 'main', 'article', 'form']);
const HEADLINE = 'h1';

/**
 * Finds cookie banners: the elements of consent tools, dialogs about cookies, and the smallest part around an
 * "accept" button that mentions cookies. A page about cookies is not a banner.
 */
export function consentBanners(page: Root): ReadonlySet<Element> {
  const banners = new Set<Element>();
  eachElement(page, (element, around) => {
    if (PAGE_CONTAINERS.has(element.tagName)) return;
    if (isNamed(element)) banners.add(element);
    else if (isButton(element) && ACCEPT_LABEL.test(textOf(element).trim())) {
      const banner = around.findLast(
        (one) => !PAGE_CONTAINERS.has(one.tagName) && COOKIE_WORDS.test(textOf(one)),
      );
      if (banner && isShort(banner)) banners.add(banner);
    }
  });
  return banners;
}

function isNamed(element: Element): boolean {
  const name = `${attribute(element, 'id') ?? ''} ${attribute(element, 'className') ?? ''}`;
  if (CONSENT_TOOLS.test(name)) return true;
  const isDialog = /dialog/.test(attribute(element, 'role') ?? '') || element.tagName === 'dialog';
  const isAbout =
    BANNER_NAME.test(name) || (isDialog && COOKIE_WORDS.test(attribute(element, 'ariaLabel') ?? name));
  return isAbout && isShort(element);
}

function isButton({ tagName, properties }: Element): boolean {
  return tagName === 'button' || (tagName === 'a' && properties['role'] === 'button');
}

function isShort(element: Element): boolean {
  const text = textOf(element);
  return text.length <= MAX_CHARACTERS && !hasHeadline(element);
}

function hasHeadline(element: Element): boolean {
  let has = false;
  eachElement(element, ({ tagName }) => {
    has ||= tagName === HEADLINE;
  });
  return has;
}
