import { describe, expect, it } from 'vitest';
import { linkAsText, mayLink } from '../../widget/document-links.ts';

const HELD = 'https://shop.example/returns';
const OTHER = 'https://evil.example/?q=secret';

describe('the links of an answer', () => {
  it('lead to addresses that the service lists with it', () => {
    const answer = { role: 'assistant', links: [HELD] };
    expect([HELD, `${HELD}?a`, `${HELD}/`, OTHER].filter((address) => mayLink(answer, address))).toEqual([
      HELD,
    ]);
  });

  it('lead nowhere if the service lists no address', () => {
    expect(mayLink({ role: 'assistant' }, HELD)).toBe(false);
  });

  it('lead to any address if a person wrote them', () => {
    expect(mayLink({ role: 'agent' }, OTHER)).toBe(true);
  });

  it('become text otherwise: their words, and the address if it differs', () => {
    expect(linkAsText(['the ', 'form'], OTHER)).toEqual(['the ', 'form', ` (${OTHER})`]);
    expect(linkAsText([OTHER], OTHER)).toEqual([OTHER]);
  });
});
