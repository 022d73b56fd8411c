import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { MessageEntry } from '../../src/web/ui/message-entry.tsx';
import type { MessageShown } from '../../src/web/ui/timeline.ts';

const HELD = 'https://shop.example/returns';
const OTHER = 'https://evil.example/a';
const MESSAGE: MessageShown = {
  id: 'm',
  seq: 1,
  role: 'assistant',
  content: `See [the form](${HELD}), [this](${OTHER}) or ${OTHER}.`,
  createdAt: '2026-03-04T10:00:00.000Z',
};

const rendered = (message: Partial<MessageShown>) => {
  const html = renderToString(h(MessageEntry, { message: { ...MESSAGE, ...message } }));
  const [, bubble = ''] = /<div class="bubble"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
  return {
    links: Array.from(bubble.matchAll(/href="([^"]*)"/g), ([, href]) => href),
    text: bubble.replaceAll(/<[^>]*>/g, ''),
  };
};

describe('the links of a transcript', () => {
  it('include only addresses of documents in an answer, and others are text', () => {
    const { links, text } = rendered({ links: [HELD] });
    expect(links).toEqual([HELD]);
    expect(text).toBe(`See the form, this (${OTHER}) or ${OTHER}.`);
  });

  it('include every address that an agent writes', () => {
    expect(rendered({ role: 'agent' }).links).toEqual([HELD, OTHER, OTHER]);
  });
});
