import { readFileSync } from 'node:fs';
import { daysUntil, knownModel } from '../src/domain/models.ts';

// Fails a release whose default model retires too soon, because a new installation would have to change its
// model immediately.

/** The minimum of days until the default model retires, at a release. */
const LEAST_DAYS = 183;

/** The problem of a template's default model at a time; undefined if there is no problem. */
export function problemOf(template: string, nowMs: number): string | undefined {
  const [, name = ''] = /param modelName string = '([^']+)'/.exec(template) ?? [];
  const [, version = ''] = /param modelVersion string = '([^']+)'/.exec(template) ?? [];
  const retires = knownModel(name)?.retirements[version];
  if (retires === undefined) return `No retirement is known of ${name} ${version}: src/domain/models.ts.`;
  const days = daysUntil(retires, nowMs);
  return days < LEAST_DAYS
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
