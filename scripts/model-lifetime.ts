import { readFileSync } from 'node:fs';
import { daysUntil, knownModel } from '../src/spending/rules/models.ts';

// Fails a release whose default model retires soon, because new installations would have to change their
// model.

/** The least time until the default model retires, in days. */
const MIN_DAYS = 183;

/** The problem with a template's default model; undefined if there is no problem. */
export function problemOf(template: string, nowMs: number): string | undefined {
  const [, name = ''] = /param modelName string = '([^']+)'/.exec(template) ?? [];
  const [, version = ''] = /param modelVersion string = '([^']+)'/.exec(template) ?? [];
  const retires = knownModel(name)?.retirements[version];
  if (retires === undefined) {
    return `No retirement is known of ${name} ${version}: src/spending/rules/models.ts.`;
  }
  const days = daysUntil(retires, nowMs);
  return days < MIN_DAYS
    ? `${name} ${version} retires on ${retires}, in ${days} days: choose another default in infra/main.bicep.`
    : undefined;
}

if (import.meta.main) {
  const template = readFileSync(new URL('../infra/main.bicep', import.meta.url), 'utf8');
  const problem = problemOf(template, Date.now());
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}
