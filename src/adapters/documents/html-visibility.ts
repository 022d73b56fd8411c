import type { Element, Root } from 'hast';
import { attribute, eachElement, outermost, textOf, tokens } from './html-elements.ts';

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const TOO_SMALL = /font-size\s*:\s*0(?![.\d]*[1-9])/i;
const SHOWN = /display\s*:\s*(?!none)\w|visibility\s*:\s*visible/i;
/** Attributes by which a control references the id or class that it opens. */
const OPENS = ['ariaControls', 'dataTarget', 'dataBsTarget', 'popoverTarget', 'popovertarget', 'commandfor'];
/** Button texts that do not name a part. */
const GENERIC_LABELS =
  /^\W*$|^(?:menu|menü|navigation|close|search|share|filters?|(?:read|show|view|see|load|learn) (?:more|less|all)|more|mehr(?: (?:lesen|anzeigen|erfahren))?|weiterlesen|lire la suite|en savoir plus|voir plus|leer más|ver más|leggi di più|lees meer)\W*$/i;
const TAB_TOGGLES = new Set(['tab', 'pill']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']);

/**
 * Detects hidden elements by attributes, inline styles and the simple rules (one class or id) of the page's
 * style sheets, in the page or linked. A part that a control opens counts as visible.
 */
export function visibilityOf(page: Root, styleSheets: readonly string[] = []) {
  const own = outermost(page, ({ tagName }) => tagName === 'style').map(textOf);
  const sheet = selectorsHidden([...styleSheets, ...own]);
  const opened = new Set<string>();
  const tabs = new Map<string, Element>();
  const controls = new Map<string, Element>();
  const inNavigation = new Set<string>();
  eachElement(page, (element, around) => {
    const id = attribute(element, 'id');
    if (id !== undefined && isControl(element)) controls.set(id, element);
    if (id !== undefined && [...around, element].some(isNavigation)) inNavigation.add(id);
    for (const target of targetsOf(element)) {
      opened.add(target);
      if (isTab(element)) tabs.set(target, element);
    }
  });

  function isOpened(element: Element, before: Element | undefined): boolean {
    const names = namesOf(element);
    if (names.some((name) => opened.has(name))) return true;
    if (tokens(element, 'ariaLabelledBy').some((id) => controls.has(id))) return true;
    return before !== undefined && (isPlainOpener(before) || isTitleOf(before, element));
  }

  function isConcealed(element: Element): boolean {
    const { hidden, ariaHidden, popover } = element.properties;
    const style = attribute(element, 'style') ?? '';
    if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
    return (
      (hidden !== 'until-found' && (hidden ?? false) !== false) ||
      ariaHidden === 'true' ||
      (popover ?? false) !== false ||
      HIDDEN.test(style) ||
      TOO_SMALL.test(style) ||
      namesOf(element).some((name) => sheet.has(name))
    );
  }

  return {
    /** Whether the element is hidden and no control opens it. `before` is the preceding element. */
    isHidden: (element: Element, before: Element | undefined): boolean =>
      isConcealed(element) && !isOpened(element, before),
    /** Whether the element opens a part, such as an accordion's button. `after` is the following element. */
    isOpener(element: Element, after: Element | undefined): boolean {
      if (after !== undefined && isTitleOf(element, after)) return true;
      if (!isControl(element) || isTab(element)) return false;
      const isMenu = attribute(element, 'ariaHasPopup') !== undefined;
      if (isMenu || GENERIC_LABELS.test(textOf(element).trim())) return false;
      const targets = OPENS.flatMap((name) => tokens(element, name));
      if (targets.some((id) => inNavigation.has(id.replace(/^#/, '')))) return false;
      if (targets.length > 0 || attribute(element, 'ariaExpanded') !== undefined) return true;
      return after !== undefined && isConcealed(after) && isPlainOpener(element);
    },
    /** The text of the tab that opens a panel. */
    tabOf(panel: Element): string | undefined {
      const byTarget = namesOf(panel).map((name) => tabs.get(name));
      const byLabel = tokens(panel, 'ariaLabelledBy').map((id) => controls.get(id));
      const tab = [...byTarget, ...byLabel].find((one) => one && isTab(one));
      return tab && textOf(tab).trim();
    },
    /** Whether the element is the tab of a panel. It is shown with the panel. */
    isTab: (element: Element): boolean => isTab(element) && targetsOf(element).length > 0,
  };
}

/** The elements of a page that visitors can see or open. */
export type Visibility = ReturnType<typeof visibilityOf>;

function isNavigation(element: Element): boolean {
  return element.tagName === 'nav' || ['navigation', 'menu'].includes(attribute(element, 'role') ?? '');
}

function isTab(element: Element): boolean {
  const toggle = attribute(element, 'dataBsToggle') ?? attribute(element, 'dataToggle') ?? '';
  return attribute(element, 'role') === 'tab' || TAB_TOGGLES.has(toggle);
}

function isControl(element: Element): boolean {
  return (
    element.tagName === 'button' ||
    ['button', 'tab'].includes(attribute(element, 'role') ?? '') ||
    (element.tagName === 'a' && (attribute(element, 'href') ?? '#').startsWith('#'))
  );
}

/** A button that does not submit a form, or a heading that contains such a button. */
function isPlainOpener(element: Element): boolean {
  if (HEADINGS.has(element.tagName)) return outermost(element, isControl).length > 0;
  return isControl(element) && attribute(element, 'type') !== 'submit' && element.tagName !== 'a';
}

const TITLE_NAME = /^(.*[a-z\d])[-_]+(?:title|header|heading|head|question|toggle|trigger)$/i;
const BODY_NAME = /^(.*[a-z\d])[-_]+(?:body|content|answer|panel|text)$/i;
const MAX_TITLE = 200;

/**
 * Whether an element is the title of the next one by their classes: `faq-question` before `faq-answer`, or
 * `fold__title` before `fold__body`. Risk: a caption of a card becomes a heading.
 */
function isTitleOf(element: Element, after: Element): boolean {
  if (!/^(?:div|span|p)$/.test(element.tagName)) return false;
  const stems = (one: Element, pattern: RegExp) =>
    tokens(one, 'className').flatMap((name) => pattern.exec(name)?.[1] ?? []);
  const bodies = stems(after, BODY_NAME);
  if (!stems(element, TITLE_NAME).some((stem) => bodies.includes(stem))) return false;
  const words = textOf(element).trim();
  const isHeading = ({ tagName }: Element) => HEADINGS.has(tagName);
  return words !== '' && words.length <= MAX_TITLE && outermost(element, isHeading).length === 0;
}

/** The targets that a control opens: `#id` or `.class`. */
function targetsOf(element: Element): string[] {
  const named = OPENS.flatMap((name) => tokens(element, name));
  const href = attribute(element, 'href');
  if (element.tagName === 'a' && href !== undefined && /^#./.test(href)) named.push(href);
  return named.map((name) => (/^[#.]/.test(name) ? name : `#${name}`));
}

function namesOf(element: Element): string[] {
  const id = attribute(element, 'id');
  return [...(id === undefined ? [] : [`#${id}`]), ...tokens(element, 'className').map((name) => `.${name}`)];
}

const RULE = /(?<![^{}])([^{}]+)\{([^{}]*)\}/g;
const SIMPLE = /^[a-z]*([.#][\w-]+)$/i;

/**
 * The classes and ids that style sheets hide, without media queries. One that another rule shows, such as
 * `.open .panel`, is not hidden: scripts open it.
 */
function selectorsHidden(sheets: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  const opened = new Set<string>();
  for (const sheet of sheets) {
    for (const [, selectors = '', declarations = ''] of withoutAtRules(sheet).matchAll(RULE)) {
      const isHidden = HIDDEN.test(declarations);
      if (!isHidden && !SHOWN.test(declarations)) continue;
      for (const selector of selectors.split(',')) {
        const [, name] = SIMPLE.exec(selector.trim()) ?? [];
        if (isHidden && name !== undefined) hidden.add(name);
        else if (name !== undefined) hidden.delete(name);
        else if (!isHidden) for (const [shown] of lastPart(selector).matchAll(NAME)) opened.add(shown);
      }
    }
  }
  return new Set([...hidden].filter((name) => !opened.has(name)));
}

const NAME = /[.#][\w-]+/g;

/** The part of a selector that says which elements it styles. */
const lastPart = (selector: string): string =>
  selector
    .trim()
    .split(/[\s>+~]+/)
    .at(-1) ?? '';

/** Removes at-rules: rules for a medium such as print do not apply to the screen. */
function withoutAtRules(sheet: string): string {
  const plain = sheet.replaceAll(/\/\*(?:(?!\*\/)[^])*(?:\*\/|$)/g, '');
  let result = '';
  let depth = 0;
  let isAtRule = false;
  for (const character of plain) {
    if (depth === 0 && character === '@') isAtRule = true;
    if (!isAtRule) result += character;
    if (character === '{') depth++;
    if (character === '}') depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === '}' || character === ';')) isAtRule = false;
  }
  return result;
}
