import { readApiDescription } from '../../src/adapters/documents/api-description.ts';
import { fromHtml } from '../../src/adapters/documents/html.ts';
import { fromPdf } from '../../src/adapters/documents/pdf.ts';
import { readSitemapFile } from '../../src/adapters/documents/sitemap.ts';
import { readWebPage } from '../../src/adapters/documents/web-page.ts';
import { wordNumbers } from '../../src/adapters/documents/word-numbers.ts';
import { normalizeWordXml } from '../../src/adapters/documents/word-xml.ts';
import { documentLinks } from '../../src/adapters/knowledge/document-links.ts';
import { isCertainlyIn } from '../../src/adapters/knowledge/language-detection.ts';
import { passageOf } from '../../src/adapters/knowledge/passage.ts';
import { wordForms } from '../../src/adapters/knowledge/word-forms.ts';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';
import { pairsOf } from '../../src/adapters/knowledge/words.ts';
import { robotsHeader } from '../../src/adapters/website/answers.ts';
import { isAllowedScheme } from '../../src/adapters/website/site-access.ts';
import { formText } from '../../src/actions/rules/result-text.ts';
import { fill } from '../../src/actions/rules/templates.ts';
import { cutTo, parameterName, toolName } from '../../src/actions/rules/openapi/words.ts';
import { withAnswer, withoutAnswer } from '../../src/knowledge/rules/added-answers.ts';
import { isSameKey, readSession } from '../../src/access/rules/admin-key.ts';
import { attachmentNameOf } from '../../src/conversations/rules/attachment-types.ts';
import { withCannedValues } from '../../src/conversations/rules/canned-variables.ts';
import { freeDocumentName } from '../../src/platform/rules/document-names.ts';
import { fileTypeOf } from '../../src/lib/file-types.ts';
import { isOwnHost } from '../../src/hosts/own-host.ts';
import {
  mentionSearch,
  mentionedIn,
  noteParts,
  withMention,
} from '../../src/conversations/rules/mentions.ts';
import { isOlder as isOlderPage } from '../../src/knowledge/rules/newer-first.ts';
import { plainText } from '../../src/notifications/rules/notice-card.ts';
import { retryAfterMs } from '../../src/lib/retries.ts';
import { matchesIn, textQuery } from '../../src/lib/search-text.ts';
import { decodeText } from '../../src/lib/text-encoding.ts';
import { isSameText, validTranslation } from '../../src/conversations/rules/translation.ts';
import { withoutHeadings } from '../../src/websites/rules/headings.ts';
import { isChosen } from '../../src/websites/rules/page-rules.ts';
import { addressKey, isFileAddress, matchesWildcards } from '../../src/websites/rules/address.ts';
import { keptText, pageBlocks } from '../../src/websites/rules/boilerplate.ts';
import { isChosenLanguage } from '../../src/websites/rules/languages.ts';
import { parseRobotsTxt } from '../../src/websites/rules/robots-rules.ts';
import { endlessKindOf, pagePatternOf } from '../../src/websites/rules/page-patterns.ts';
import { isNeverFollowed, placeOf } from '../../src/websites/rules/site.ts';
import { isOlder } from '../../src/websites/rules/unchanged.ts';
import { clientIp } from '../../src/http/client-ip.ts';
import { ownOrigin } from '../../src/http/cross-origin.ts';
import { sseEvent } from '../../src/http/sse.ts';
import { markdown } from '../../widget/markdown.ts';
import { drawnName } from '../../widget/redrawn-image.ts';
import { numbersIn } from '../../widget/panel/citations.ts';

const URL_A = 'https://shop.example/';
const SITE = { startUrl: URL_A, allowHttp: false, subdomains: true };
const PEOPLE = [
  { oid: '1', name: 'a' },
  { oid: '2', name: 'k1' },
];
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** How functions with further required parameters are called with a text from outside, by module and name. */
export const CALLS: Readonly<Record<string, (text: string) => unknown>> = {
  'src/adapters/documents/api-description.ts readApiDescription': (text) => readApiDescription(text, URL_A),
  'src/adapters/documents/html.ts fromHtml': (text) => fromHtml(bytesOf(text), 'a.html'),
  'src/adapters/documents/pdf.ts fromPdf': (text) => fromPdf(bytesOf(`%PDF-1.7\n${text}`), 'a.pdf'),
  'src/adapters/documents/sitemap.ts readSitemapFile': (text) => readSitemapFile(bytesOf(text), 1_000),
  'src/adapters/documents/web-page.ts readWebPage': (text) => readWebPage(bytesOf(text), { url: URL_A }),
  'src/adapters/documents/word-xml.ts normalizeWordXml': (text) =>
    normalizeWordXml(text, { hiddenStyles: new Set(), numberOf: () => undefined, counts: { hidden: 0 } }),
  'src/adapters/documents/word-numbers.ts wordNumbers': (text) => wordNumbers(text, text),
  'src/adapters/knowledge/document-links.ts documentLinks': (text) =>
    documentLinks(text, [{ markdown: text, url: URL_A }]),
  'src/adapters/knowledge/language-detection.ts isCertainlyIn': (text) => isCertainlyIn(text, 'de'),
  'src/adapters/knowledge/markdown-sections.ts sectionsOf': (text) => sectionsOf(text, 'a'),
  'src/adapters/knowledge/passage.ts passageOf': async (text) => passageOf(text, [], await wordForms('en')),
  'src/adapters/knowledge/words.ts pairsOf': (text) => pairsOf(text, 'en'),
  'src/adapters/website/answers.ts robotsHeader': (text) => robotsHeader(text),
  'src/adapters/website/site-access.ts isAllowedScheme': (text) =>
    isAllowedScheme(`${URL_A}${text}`, { allowHttp: false, isLocal: false }),
  'src/actions/rules/openapi/words.ts cutTo': (text) => cutTo(text, 200),
  'src/actions/rules/openapi/words.ts parameterName': (text) => parameterName(text, new Set()),
  'src/actions/rules/openapi/words.ts toolName': (text) => toolName(text, new Set()),
  'src/actions/rules/result-text.ts formText': (value) => formText('Order', [{ label: 'Note', value }]),
  'src/actions/rules/templates.ts fill': (text) => fill(text, () => ''),
  'src/knowledge/rules/added-answers.ts withAnswer': (text) =>
    withAnswer(text, { id: 'a', heading: 'a', answer: 'a', addedAt: '', questions: [] }),
  'src/knowledge/rules/added-answers.ts withoutAnswer': (text) => withoutAnswer(text, 'a'),
  'src/access/rules/admin-key.ts isSameKey': (text) => isSameKey(text, 'a'),
  'src/access/rules/admin-key.ts readSession': (text) => readSession(text, 'a', 0),
  'src/conversations/rules/attachment-types.ts attachmentNameOf': (text) => attachmentNameOf(text, 'png'),
  'src/conversations/rules/canned-variables.ts withCannedValues': (text) => withCannedValues(text, {}),
  'src/platform/rules/document-names.ts freeDocumentName': (text) => freeDocumentName(text, new Set()),
  'src/lib/file-types.ts fileTypeOf': (text) => fileTypeOf(bytesOf(text), text),
  'src/hosts/own-host.ts isOwnHost': (text) =>
    isOwnHost(text, { port: 80, bound: '127.0.0.1', publicHosts: [] }),
  'src/conversations/rules/mentions.ts mentionSearch': (text) => mentionSearch(text, text.length),
  'src/conversations/rules/mentions.ts mentionedIn': (text) => mentionedIn(text, PEOPLE),
  'src/conversations/rules/mentions.ts noteParts': (text) => noteParts(text, PEOPLE),
  'src/conversations/rules/mentions.ts withMention': (text) => withMention(text, text.length, 'a'),
  'src/knowledge/rules/newer-first.ts isOlder': (text) => isOlderPage(text, '2026-01-01', '2027-01-01'),
  'src/notifications/rules/notice-card.ts plainText': (text) => plainText(text, 300),
  'src/lib/retries.ts retryAfterMs': (text) => retryAfterMs(text, 0),
  'src/lib/search-text.ts matchesIn': (text) => matchesIn(text, textQuery('a k1')),
  'src/lib/text-encoding.ts decodeText': (text) => decodeText(bytesOf(text)),
  'src/conversations/rules/translation.ts isSameText': (text) => isSameText(text, text),
  'src/conversations/rules/translation.ts validTranslation': (text) => validTranslation(text, text),
  'src/websites/rules/headings.ts withoutHeadings': (text) => withoutHeadings(`## ${text}\n${text}`, [['a']]),
  'src/websites/rules/page-rules.ts isChosen': (text) =>
    isChosen(`${URL_A}${text}`, [{ pattern: '/a*a*b', read: false }]),
  'src/websites/rules/address.ts addressKey': (text) => addressKey(`${URL_A}${text}`),
  'src/websites/rules/page-patterns.ts endlessKindOf': (text) => endlessKindOf(`${URL_A}${text}`),
  'src/websites/rules/page-patterns.ts pagePatternOf': (text) => pagePatternOf(`${URL_A}${text}`),
  'src/websites/rules/address.ts isFileAddress': (text) => isFileAddress(`${URL_A}${text}`),
  'src/websites/rules/site.ts isNeverFollowed': (text) => isNeverFollowed(`${URL_A}${text}`),
  'src/websites/rules/address.ts matchesWildcards': (text) => matchesWildcards('*a*a*b', text),
  'src/websites/rules/boilerplate.ts pageBlocks': (text) =>
    keptText(
      pageBlocks(text, { url: URL_A, chosen: new Set(['a']), repeated: new Set(), keepsRepeated: false }),
    ),
  'src/websites/rules/unchanged.ts isOlder': (text) => isOlder(text, 0),
  'src/websites/rules/languages.ts isChosenLanguage': (text) => isChosenLanguage(text, ['de']),
  'src/websites/rules/robots-rules.ts parseRobotsTxt': (text) =>
    parseRobotsTxt(`User-agent: *\nDisallow: ${text}\n${text}`, 'a'),
  'src/websites/rules/site.ts placeOf': (text) => placeOf(text, SITE, URL_A),
  'src/http/client-ip.ts clientIp': (text) => clientIp(text, 1, '127.0.0.1'),
  'src/http/cross-origin.ts ownOrigin': (text) => ownOrigin(text, ['a.example']),
  'src/http/sse.ts sseEvent': (text) => sseEvent('message', text),
  'widget/markdown.ts markdown': (text) => markdown<string>(text, () => ''),
  'widget/redrawn-image.ts drawnName': (text) => drawnName(text, 'image/png'),
  'widget/panel/citations.ts numbersIn': (text) => numbersIn(text, 9),
};

/**
 * Functions whose text is the service's own (a setting, a folder), an id, or a short value that a schema or
 * another function has bounded. Parsers of Word files and PDF get their bytes only in the documents' thread.
 */
export const OWN_TEXT: ReadonlySet<string> = new Set([
  'src/adapters/email/mailbox.ts readMailbox',
  'src/actions/rules/patterns.ts compilePattern',
  'src/http/attachment-replies.ts staffAttachments',
  'src/http/csv.ts csvFormat',
  'src/http/csv.ts timeTitle',
  'src/http/page-files.ts withVersions',
  'src/adapters/website/page-fetch.ts fetchPage',
  'src/adapters/website/robots.ts robotsOf',
  'src/adapters/scripted/phrases.ts withAgentOffer',
  'src/adapters/public-network/guarded-fetch.ts guardedFetch',
  'src/adapters/knowledge/document-sections.ts citableSections',
  'src/adapters/knowledge/folder.ts readFolder',
  'src/adapters/knowledge/folder.ts folderDocuments',
  'src/adapters/knowledge/follow-up.ts refersBack',
  'src/adapters/knowledge/stop-words.ts isStopWord',
  'src/adapters/knowledge/vocabulary.ts editDistance',
  'src/adapters/documents/docx.ts fromDocx',
  'src/adapters/documents/html-elements.ts elementOf',
  'src/adapters/documents/markdown.ts documentOf',
  'src/adapters/documents/notes.ts withLeftOutNotes',
  'src/adapters/documents/page-elements.ts element',
  'src/adapters/documents/raised-text.ts raisedText',
  'src/adapters/documents/unzip.ts unzipParts',
  'src/notifications/rules/activity-feed.ts chainIdOf',
  'src/availability/rules/activity.ts secondsBetween',
  'src/access/rules/admin-key.ts issueSession',
  'src/availability/rules/business-hours.ts addDays',
  'src/conversations/rules/conversation-filter.ts isWithin',
  'src/core/errors.ts invalidField',
  'src/lib/ids.ts derivedId',
  'src/lib/ids.ts uuidOfBytes',
  'src/spending/rules/models.ts daysUntil',
  'src/lib/oklch.ts contrast',
  'src/knowledge/rules/revision-documents.ts ownDocument',
  'src/knowledge/rules/section-vectors.ts vectorKey',
  'src/conversations/rules/session-messages.ts startSession',
  'src/conversations/rules/snooze.ts isSnoozeTime',
  'src/widgets/rules/theme.ts shownSurface',
  'src/widgets/rules/theme.ts shownText',
  'src/conversations/rules/thread.ts isLaterPart',
  'src/websites/rules/page-rules.ts sectionOf',
  'src/websites/rules/page-rules.ts patternOfPage',
  'src/lib/fields.ts named',
  'src/actions/rules/action-request.ts fillQuestion',
  'src/actions/rules/result-text.ts resultForModel',
]);

/**
 * Functions of libraries that are not linear for some shapes. They run only in a thread that is ended after a
 * time limit: Markdown after ten seconds (docs/adr/0016).
 */
export const IN_THREAD: Readonly<Record<string, readonly string[]>> = {
  'src/adapters/knowledge/markdown-sections.ts sectionsOf': ['marks of bold and code'],
};
