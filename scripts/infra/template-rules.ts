import * as z from 'zod';

/**
 * The rules of the marketplace's tests (github.com/Azure/arm-ttk) and of managed applications for compiled
 * templates, except those that Bicep's linter checks. A violation is a sentence with its place.
 */

/** Properties that may be empty (arm-ttk, Template-Should-Not-Contain-Blanks). */
const MAY_BE_EMPTY = new Set([
  'resources',
  'outputs',
  'variables',
  'parameters',
  'functions',
  'properties',
  'template',
  'defaultValue',
  'accessPolicies',
  'value',
  'inputs',
  'clientId',
]);
/** An array index. The rule applies to values of properties (arm-ttk looks for a colon before the value). */
const IN_AN_ARRAY = /^\d+$/;
/** arm-ttk, URIs-Should-Be-Properly-Constructed. */
const NAMES_AN_ADDRESS = /ur[il]$/i;
const JOINS = /\b(?:format|concat)\(/;
const BUILDS_AN_ADDRESS = /\buri\(/;

const Template = z.looseObject({ $schema: z.string(), parameters: z.record(z.string(), z.unknown()) });

interface Property {
  /** The names of the enclosing properties and its name. */
  path: readonly string[];
  value: unknown;
}

/** All violations of a template, including nested ones. */
export function templateViolations(template: unknown): string[] {
  const properties = [...everyProperty(template)];
  return [
    ...properties.flatMap(languageVersion),
    ...[{ path: [], value: template }, ...properties].flatMap(unusedParameters),
    ...properties.flatMap(blankValues),
    ...properties.flatMap(oneBound),
    ...properties.flatMap(joinedAddress),
    ...properties.flatMap(artifactsLocation),
  ];
}

/** A resource type with its provider, for example `Microsoft.Web/sites`. */
const RESOURCE_TYPE = /^(Microsoft\.\w+)\//;

/** The namespaces of all resources of a template, including nested ones, in order. */
export function providersIn(template: unknown): string[] {
  const namespaces = [...everyProperty(template)].flatMap((property) => {
    const { value } = property;
    const [, namespace] = nameOf(property) === 'type' ? (RESOURCE_TYPE.exec(String(value)) ?? []) : [];
    return namespace === undefined ? [] : [namespace];
  });
  return [...new Set(namespaces)].toSorted();
}

function* everyProperty(value: unknown, path: readonly string[] = []): Generator<Property> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield { path: [...path, name], value: inner };
    yield* everyProperty(inner, [...path, name]);
  }
}

const place = ({ path }: Property) => path.join('.');
const nameOf = ({ path }: Property) => path.at(-1) ?? '';

/** Managed applications only accept version 1.0 of the template language (undocumented). */
function languageVersion(property: Property): string[] {
  return nameOf(property) === 'languageVersion' ? [`${place(property)}: managed applications refuse it`] : [];
}

/** Nested templates have their own parameters (arm-ttk, Parameters-Must-Be-Referenced). */
function unusedParameters({ path, value }: Property): string[] {
  const template = Template.safeParse(value);
  if (!template.success) return [];
  const text = JSON.stringify(value, (name, inner: unknown) => (name === 'template' ? undefined : inner));
  return Object.keys(template.data.parameters)
    .filter((name) => !text.includes(`parameters('${name}')`))
    .map((name) => `${[...path, 'parameters', name].join('.')}: is not used`);
}

function blankValues(property: Property): string[] {
  const { value } = property;
  const isEmpty =
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  const name = nameOf(property);
  // A computed name is an identity's resource id, whose value is an empty object.
  if (!isEmpty || MAY_BE_EMPTY.has(name) || name.startsWith('[') || IN_AN_ARRAY.test(name)) return [];
  return [`${place(property)}: is empty`];
}

function oneBound(property: Property): string[] {
  const { path, value } = property;
  if (path.at(-2) !== 'parameters' || typeof value !== 'object' || value === null) return [];
  const [hasLeast, hasMost] = ['minValue' in value, 'maxValue' in value];
  return hasLeast === hasMost ? [] : [`${place(property)}: has a minimum or a maximum alone`];
}

function joinedAddress(property: Property): string[] {
  if (!NAMES_AN_ADDRESS.test(nameOf(property))) return [];
  const { value } = property;
  // Outputs and module parameters have the URL as their `value`.
  const own: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'value') : value;
  if (typeof own !== 'string' || !own.startsWith('[')) return [];
  const [joined, built] = [own.search(JOINS), own.search(BUILDS_AN_ADDRESS)];
  return joined < 0 || (built >= 0 && built < joined) ? [] : [`${place(property)}: is joined without uri()`];
}

function artifactsLocation(property: Property): string[] {
  const { path, value } = property;
  if (path.join('.') !== 'parameters._artifactsLocation' || typeof value !== 'object' || value === null) {
    return [];
  }
  const byDefault = String(Reflect.get(value, 'defaultValue'));
  return byDefault.includes('deployment().properties.templateLink')
    ? []
    : [`${place(property)}: is not the template’s own place by default`];
}
