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

/** Color rules that axe-core enables by default. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Violations that axe-core finds in the current document, including best practices, as `rule: element,
 * problem`. For a page's second color scheme `colors` is sufficient, because its elements are the same.
 */
export async function violations(
  place: Page | Frame,
  part?: { include: string[] } | { exclude: string[] },
  rules: 'all' | 'colors' = 'all',
): Promise<string[]> {
  // Evaluated by the debugger, to which the page's policy does not apply; once per document.
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
