/** A name as people write it: spaces for underscores, in either case. */
const folded = (name: string) => name.trim().replaceAll(/[_ ]+/g, ' ').toLowerCase();

/** The zones that the browser knows: the reader's own and UTC first, then by region. */
export function timeZones(): string[] {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone').toSorted()])];
}

/**
 * The zone that a text names: by its name, or by its city where only one zone has it (“new york”). Undefined
 * where it names none.
 */
export function zoneNamed(text: string, zones: readonly string[]): string | undefined {
  const wanted = folded(text);
  const byName = zones.find((zone) => folded(zone) === wanted);
  if (byName !== undefined) return byName;
  const byCity = zones.filter((zone) => folded(zone.slice(zone.lastIndexOf('/') + 1)) === wanted);
  return byCity.length === 1 ? byCity[0] : undefined;
}
