/** The crawler's product token in robots.txt, robots meta tags and headers (RFC 9309 §2.2.1). */
export const PRODUCT_TOKEN = 'ChatWidgetService';

/** The information text for owners of crawled websites. */
export const WEBSITE_READER_TEXT = `${PRODUCT_TOKEN} reads the public pages of websites for the chat assistant of the business that runs
this service: usually the business’s own website. The business has entered the address of the site.

- It reads what robots.txt allows, by the group "User-agent: ${PRODUCT_TOKEN}" or else "*", and keeps to Crawl-delay.
- It leaves out pages with "noindex", and does not follow links with "nofollow".
- It makes at most two requests a second, one at a time, fewer when the site is slow, and waits for Retry-After.
- It sends GET only, without cookies, and never fills in a form or signs in.

To keep it out of a website, add to its robots.txt:

User-agent: ${PRODUCT_TOKEN}
Disallow: /
`;
