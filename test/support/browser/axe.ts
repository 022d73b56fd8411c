import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import * as z from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
  }),
);

/** The rules that depend on colors, of those that axe-core has on unless stated. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe-core finds in the current document, best practices included, as `rule: element,
 * problem`. In the second color scheme of a page the rules of `colors` are enough: its elements are the same.
 */
export async function violations(
  place: Page | Frame,
  part?: { include: string[] } | { exclude: string[] },
  rules: 'all' | 'colors' = 'all',
): Promise<string[]> {
  // Evaluated by the browser's debugger, which the page's policy does not bind; once in a document.
  if (!(await place.evaluate('"axe" in window'))) await place.evaluate(AXE);
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colors' && { runOnly: { type: 'rule', values: COLOR_RULES } }),
  };
  const found = await place.evaluate(
    `axe.run(${part ? JSON.stringify(part) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return Violations.parse(found).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
