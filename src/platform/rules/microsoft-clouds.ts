/** The addresses of a Microsoft 365 cloud (global or national). */
export interface MicrosoftCloud {
  /** The origin of Microsoft Graph. */
  graph: string;
  /** The host of links into Teams. */
  teamsHost: string;
  /** The audience of a managed identity's token that is used as federated credential of an application. */
  exchangeAudience: string;
}

interface KnownCloud extends MicrosoftCloud {
  logins: readonly string[];
}

const GLOBAL: KnownCloud = {
  logins: ['login.microsoftonline.com'],
  graph: 'https://graph.microsoft.com',
  teamsHost: 'teams.microsoft.com',
  exchangeAudience: 'api://AzureADTokenExchange',
};

/**
 * Microsoft Graph, "National cloud deployments"; Microsoft Entra, "Configure an application to trust a
 * managed identity"; Teams, "Deep links" of each cloud. The first cloud with a sign-in is the default for it.
 */
const CLOUDS: readonly KnownCloud[] = [
  GLOBAL,
  {
    logins: ['login.microsoftonline.us'],
    graph: 'https://graph.microsoft.us',
    teamsHost: 'gov.teams.microsoft.us',
    exchangeAudience: 'api://AzureADTokenExchangeUSGov',
  },
  {
    logins: ['login.microsoftonline.us'],
    graph: 'https://dod-graph.microsoft.us',
    teamsHost: 'dod.teams.microsoft.us',
    exchangeAudience: 'api://AzureADTokenExchangeUSGov',
  },
  {
    logins: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    teamsHost: 'teams.microsoftonline.cn',
    exchangeAudience: 'api://AzureADTokenExchangeChina',
  },
];

/**
 * The cloud of a sign-in (`IDP_AUTHORITY`) or of a Microsoft Graph endpoint; default: the global cloud. Two
 * clouds of the US government share one sign-in, so only the endpoint distinguishes them.
 */
export function microsoftCloud({ authority, graph }: { authority: string; graph?: string | undefined }) {
  const origin = graph === undefined ? undefined : new URL(graph).origin;
  const login = new URL(authority).host;
  const byGraph = CLOUDS.find((cloud) => cloud.graph === origin);
  const { logins: _logins, ...found } =
    byGraph ?? CLOUDS.find(({ logins }) => logins.includes(login)) ?? GLOBAL;
  return { ...found, ...(origin !== undefined && { graph: origin }) } satisfies MicrosoftCloud;
}
