import type { ContainerDefinition } from './container.ts';
import type { Statement } from './sql.ts';

/** The service's own properties, which it always indexes. */
const ALWAYS = new Set(['/id/?', '/_ts/?']);

/** The indexes that a query needs and the container does not have: the service refuses it then. */
export function missingIndex(
  { orderBy, searched }: Statement,
  { indexingPolicy, fullTextPolicy }: ContainerDefinition,
): string | undefined {
  const order = orderBy && `/${orderBy.path.join('/')}/?`;
  const ranges = (indexingPolicy.includedPaths ?? []).map(({ path }) => path);
  if (order !== undefined && !ALWAYS.has(order) && !ranges.includes(order)) return order;
  const has = (paths: readonly { path: string }[] = [], wanted: string) =>
    paths.some(({ path }) => path === wanted);
  return searched.find(
    (path) => !has(indexingPolicy.fullTextIndexes, path) || !has(fullTextPolicy?.fullTextPaths, path),
  );
}
