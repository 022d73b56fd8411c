/**
 * The hosts on which Teams workflows ("When a Teams webhook request is received") take requests. An
 * environment has a name below one of these, in the public cloud and in the clouds of the US governments and
 * China. Source: `PowerPlatformCloud` of Microsoft's Copilot Studio client, whose environments have the same
 * host names.
 */
const ENVIRONMENT_DOMAINS = [
  'environment.api.powerplatform.com',
  'environment.api.gov.powerplatform.microsoft.us',
  'environment.api.high.powerplatform.microsoft.us',
  'environment.api.appsplatform.us',
  'environment.api.powerplatform.partner.microsoftonline.cn',
] as const;

/** Hosts of earlier workflows; these addresses ended on 2025-11-30. */
const ENDED_DOMAINS = ['logic.azure.com', 'logic.azure.us', 'logic.azure.cn', 'webhook.office.com'] as const;

/** An environment's name: its id, which is split by a dot before the last digits. */
const ENVIRONMENT = /^[a-z0-9-]{1,63}(?:\.[a-z0-9]{1,4})?$/;

/** Newer addresses name a scale unit (`cu/29/`) before the workflow. */
const PATH =
  /^\/powerautomate\/automations\/direct\/(?:cu\/[0-9]{1,4}\/)?workflows\/[\w-]{1,100}\/triggers\/[\w-]{1,100}\/paths\/invoke\/?$/;

/** Longer than any address of a workflow. */
export const MAX_WORKFLOW_ADDRESS_LENGTH = 2000;

/** Why an address is refused. */
export type WorkflowAddressRefusal =
  | 'not-an-address'
  | 'not-https'
  | 'ended'
  | 'unknown-host'
  | 'other-port'
  | 'not-a-workflow'
  | 'signature-missing';

/** The sentence for the admin; none holds a part of the address, which is a secret. */
export const REFUSED_ADDRESS: Record<WorkflowAddressRefusal, string> = {
  'not-an-address': 'This is not an address. Copy the whole URL of the workflow.',
  'not-https': 'The address must begin with https://.',
  ended:
    'Addresses of this kind ended on November 30, 2025. Open the workflow in Teams, and copy its new URL.',
  'unknown-host': 'Teams workflows do not use this host. Copy the URL that the workflow shows in Teams.',
  'other-port': 'Teams workflows do not use this port. Copy the URL that the workflow shows in Teams.',
  'not-a-workflow': 'This is not the address of a workflow. Copy the whole URL of its trigger.',
  'signature-missing':
    'This address has no signature. Allow “Anyone” to trigger the workflow, save it, and copy its URL again.',
};

/** The URL of a workflow, or why it is refused. */
type WorkflowAddress = { url: URL } | { refused: WorkflowAddressRefusal };

/**
 * Decides whether a text is the address of a Teams workflow. Only https addresses of the listed hosts are
 * valid, on the standard port and with the signature by which the workflow authenticates its callers. The
 * service sends to no other host, whatever an admin enters (server-side request forgery).
 */
export function workflowAddress(text: string): WorkflowAddress {
  const url = parsedUrl(text.trim());
  if (!url || url.username !== '' || url.password !== '') return { refused: 'not-an-address' };
  if (url.protocol !== 'https:') return { refused: 'not-https' };
  // The URL parser has folded the case, decoded and converted the host; a dot at its end would remain.
  const { hostname } = url;
  if (ENDED_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`))) return { refused: 'ended' };
  if (!isWorkflowHost(hostname)) return { refused: 'unknown-host' };
  if (url.port !== '') return { refused: 'other-port' };
  if (!PATH.test(url.pathname)) return { refused: 'not-a-workflow' };
  if ((url.searchParams.get('sig') ?? '') === '') return { refused: 'signature-missing' };
  url.hash = '';
  return { url };
}

function isWorkflowHost(hostname: string): boolean {
  return ENVIRONMENT_DOMAINS.some(
    (domain) => hostname.endsWith(`.${domain}`) && ENVIRONMENT.test(hostname.slice(0, -domain.length - 1)),
  );
}

/** The parsed URL; undefined also where the parser would remove characters from the text. */
function parsedUrl(text: string): URL | undefined {
  if (text.length > MAX_WORKFLOW_ADDRESS_LENGTH || /[\s\\\p{Cc}]/u.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}
