import { ActionEdit, ACTION_METHODS } from '../../records/action.ts';
import { actionIssues } from '../action-rules.ts';
import { answerFields, statusSentences } from './answer-fields.ts';
import { apiDocument, isApiNode, textIn, type ApiDocument, type ApiNode } from './api-document.ts';
import { requestTemplate } from './request-template.ts';
import { cutTo, toolName } from './words.ts';

/** An operation of an OpenAPI description, converted to an action. */
interface ParsedOperation {
  method: string;
  path: string;
  summary: string;
  /** Disabled. Absent if the operation cannot become an action. */
  action?: ActionEdit;
  /** The reasons why there is no action, or the parts that it leaves out. */
  notes: string[];
}

/** The operations of a description, with its title. */
export interface ParsedApi {
  title: string;
  operations: ParsedOperation[];
}

/** The maximum number of operations; further ones are ignored. */
const MAX_OPERATIONS = 300;
/** The maximum number of notes about one operation. */
const MAX_NOTES = 100;
const TOO_MANY_PARTS = 'It has too many parts to be read.';
const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/**
 * Parses the operations of an OpenAPI 3 description; undefined for any other value. `address` is the URL of
 * the description: the base of relative server URLs.
 */
export function parseOperations(value: unknown, address: string | undefined): ParsedApi | undefined {
  const whole = apiDocument(value);
  if (!whole) return undefined;
  const operations: ParsedOperation[] = [];
  const names = new Set<string>();
  for (const [path, given] of whole.entries(whole.root, 'paths')) {
    const item = whole.isSpent() && isApiNode(given) ? given : whole.part().node(given);
    if (!item || operations.length >= MAX_OPERATIONS) continue;
    for (const method of METHODS) {
      const document = whole.part();
      const operation = document.node(item[method]);
      if (!operation && (item[method] === undefined || !whole.isSpent())) continue;
      const read = readOperation({
        ...{ document, path, item, method, address, names },
        operation: operation ?? {},
      });
      if (read.action) names.add(read.action.name);
      operations.push(read);
    }
  }
  const title = textIn(whole.node(whole.root['info']) ?? {}, 'title');
  return { title: cutTo(title ?? 'API', 100), operations: operations.slice(0, MAX_OPERATIONS) };
}

interface Found {
  document: ApiDocument;
  path: string;
  item: ApiNode;
  method: string;
  operation: ApiNode;
  address: string | undefined;
  names: ReadonlySet<string>;
}

function readOperation(found: Found): ParsedOperation {
  const { document, path, item, operation } = found;
  const method = found.method.toUpperCase();
  const id = textIn(operation, 'operationId') ?? `${method} ${path}`;
  const summary = cutTo(textIn(operation, 'summary') ?? id, 120);
  const base = { method, path: cutTo(path, 300), summary };
  const refused = (...notes: string[]) => ({ ...base, notes: shortNotes(notes) });
  if (!ACTION_METHODS.some((one) => one === method)) return refused(`${method} is not a method of actions.`);
  const server = serverOf(found);
  const template = requestTemplate(document, path, item, operation);
  const isLookup = method === 'GET';
  const answer = answerFields(document, operation, { path: template.path, isLookup });
  const statuses = statusSentences(document, operation).slice(0, 20);
  if (document.isSpent()) return refused(TOO_MANY_PARTS);
  if (server === undefined) return refused('It has no server with an https:// address.');
  if (template.problem !== undefined) return refused(template.problem);
  const notes = [...template.notes, ...answer.notes, ...securityNotes(document, operation)];
  const title = cutTo(summary, 60);
  const action = ActionEdit.safeParse({
    name: toolName(id, found.names),
    title,
    purpose: cutTo(textIn(operation, 'description') ?? summary, 500),
    method,
    url: `${server}${template.path}${template.query}`,
    ...(template.body !== undefined && !isLookup && { body: template.body }),
    parameters: template.parameters,
    // The API's key can read more than an anonymous visitor may see.
    audience: 'verified',
    ...(!isLookup && { confirmation: question(title, template.parameters) }),
    fields: answer.fields,
    statuses,
    enabled: false,
  }).data;
  const issues = action ? actionIssues(action) : [{ path: '', message: 'It is not complete.' }];
  if (!action || issues.length > 0) return refused(...issues.map(issueText), ...notes);
  return { ...base, action, notes: shortNotes(notes) };
}

const shortNotes = (notes: readonly string[]) => notes.slice(0, MAX_NOTES).map((note) => cutTo(note, 300));

const issueText = ({ path, message }: { path: string; message: string }) => `${path} ${message}`.trim();

/** `Cancel an order (Order id: {order_id})?` */
function question(title: string, parameters: ActionEdit['parameters']): string {
  const values = parameters
    .filter(({ required }) => required)
    .map(({ label, name }) => `${label}: {${name}}`);
  const whole = `${title} (${values.join(', ')})?`;
  return values.length > 0 && whole.length <= 200 ? whole : `${title}?`;
}

/** The server URL of the operation, else of its path, else of the description, without a trailing slash. */
function serverOf({ document, item, operation, address }: Found): string | undefined {
  const lists = [operation, item, document.root].map((node) => document.list(node, 'servers'));
  const servers = lists.find((list) => list.length > 0) ?? [{ url: '/' }];
  for (const given of servers) {
    const server = document.node(given);
    if (!server) continue;
    const variables = new Map(document.entries(server, 'variables'));
    const url = (textIn(server, 'url') ?? '/').replaceAll(/\{([^{}]*)\}/g, (_all, name: string) => {
      return textIn(document.node(variables.get(name)) ?? {}, 'default') ?? '';
    });
    if (!URL.canParse(url, address)) continue;
    const { protocol, origin, pathname } = new URL(url, address);
    if (protocol === 'https:') return `${origin}${pathname}`.replace(/\/$/, '');
  }
  return undefined;
}

/** Notes about the headers of the API's security schemes, which the admin sets as secrets. */
function securityNotes(document: ApiDocument, operation: ApiNode): string[] {
  const { root, node } = document;
  const own = document.list(operation, 'security');
  const [first] =
    own.length > 0 || Array.isArray(operation['security']) ? own : document.list(root, 'security');
  const schemes = new Map(document.entries(node(root['components']) ?? {}, 'securitySchemes'));
  return Object.keys(node(first) ?? {}).flatMap((name) => {
    const scheme = node(schemes.get(name)) ?? {};
    if (textIn(scheme, 'type') !== 'apiKey') {
      return ['It needs the header Authorization: set it as a secret.'];
    }
    const header = textIn(scheme, 'name') ?? name;
    return textIn(scheme, 'in') === 'header'
      ? [`It needs the header ${header}: set it as a secret.`]
      : [`It needs a key as ${header} outside of the headers, which an action cannot keep secret.`];
  });
}
