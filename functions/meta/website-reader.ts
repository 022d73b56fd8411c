import { endpoint } from '../../src/http/endpoint.ts';
import { plainText } from '../../src/http/request.ts';
import { WEBSITE_READER_TEXT } from '../../src/websites/rules/reader-notice.ts';

/** The page to which the `User-Agent` of website requests links. */
export const websiteReader = endpoint({
  name: 'website-reader',
  method: 'GET',
  route: 'website-reader',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Who reads websites, for their owners',
  replies: { 200: { description: 'A text', contentType: 'text/plain' } },
  errors: ['rate-limited'],
  handle: () => plainText(200, WEBSITE_READER_TEXT),
});
