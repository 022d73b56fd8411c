/** The host and the application of a Teams app. */
interface CollabTarget {
  /** The service's public host name, with its port unless it is 443. */
  host: string;
  /** The identity-provider application, a UUID. */
  clientId: string;
  /** The id of the Teams app, a separate UUID for each deployment. */
  appId: string;
}

/** The version of the package. Increase it with every change here: Teams offers an update to it. */
const VERSION = '1.1.0';
const SCHEMAS = 'https://developer.microsoft.com/json-schemas/teams/v1.19';

/** The names and descriptions in the languages of the package; English is the default. */
const WORDS = {
  en: {
    short: 'Website chat',
    full: 'Website chat: talk to your visitors',
    description: 'Take over conversations of your website, right here in Teams.',
    more:
      'The assistant on your website answers visitors. When a visitor asks for a person, the conversation appears here ' +
      'immediately. Read it, claim it, reply, transfer it to a colleague or close it. All conversations stay in the ' +
      'cloud subscription of your organization.',
    tab: 'Conversations',
  },
  de: {
    short: 'Website-Chat',
    full: 'Website-Chat: mit Besuchern sprechen',
    description: 'Gespräche Ihrer Website übernehmen, direkt hier in Teams.',
    more:
      'Der Assistent auf Ihrer Website antwortet den Besuchern. Wünscht jemand einen Menschen, sehen Sie es hier sofort: ' +
      'lesen Sie nach, was gesagt wurde, übernehmen Sie das Gespräch, antworten Sie, geben Sie es weiter oder schließen ' +
      'Sie es. Alle Gespräche bleiben im Cloud-Abonnement Ihrer eigenen Organisation.',
    tab: 'Gespräche',
  },
} as const;

/** The manifest of the Teams app: one personal tab, the agents' desk, with single sign-on. */
export function collabManifest({ host, clientId, appId }: CollabTarget): object {
  // Teams loads nothing over plain http.
  const origin = `https://${host}`;
  const { short, full, description, more, tab } = WORDS.en;
  return {
    $schema: `${SCHEMAS}/MicrosoftTeams.schema.json`,
    manifestVersion: '1.19',
    version: VERSION,
    id: appId,
    developer: {
      name: 'Chat Widget Service',
      websiteUrl: `${origin}/api/docs`,
      privacyUrl: `${origin}/api/docs`,
      termsOfUseUrl: `${origin}/api/docs`,
    },
    localizationInfo: {
      defaultLanguageTag: 'en',
      additionalLanguages: [{ languageTag: 'de', file: 'de.json' }],
    },
    name: { short, full },
    description: { short: description, full: more },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#2F5BEA',
    staticTabs: [
      {
        entityId: 'desk',
        name: tab,
        contentUrl: `${origin}/api/collab-tab`,
        websiteUrl: `${origin}/api/collab-tab`,
        scopes: ['personal'],
      },
    ],
    permissions: ['identity'],
    validDomains: [host],
    webApplicationInfo: { id: clientId, resource: `api://${host}/${clientId}` },
    // Resource-specific consent: installing the app allows entries in the user's activity feed.
    authorization: {
      permissions: { resourceSpecific: [{ name: 'TeamsActivity.Send.User', type: 'Application' }] },
    },
  };
}

/** The German texts of the manifest, in the form of Teams' translation files. */
export function collabTranslation(): object {
  const { short, full, description, more, tab } = WORDS.de;
  return {
    $schema: `${SCHEMAS}/MicrosoftTeams.Localization.schema.json`,
    'name.short': short,
    'name.full': full,
    'description.short': description,
    'description.full': more,
    'staticTabs[0].name': tab,
  };
}
