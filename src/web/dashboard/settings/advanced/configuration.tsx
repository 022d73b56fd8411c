import type { ShownSettings } from '../../../../admin/records/shown-settings.ts';
import { formatCount, formatPrice, plural } from '../../../ui/format.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

const MODELS: Record<ShownSettings['model'], string> = {
  'azure-openai': 'Azure OpenAI in your subscription',
  openai: 'OpenAI-compatible server',
  knowledge: 'None. Answers are quoted from the knowledge documents.',
};

const AGENT_SIGN_IN: Record<ShownSettings['identity'], string> = {
  entra: 'Microsoft Entra ID',
  local: 'Local test accounts',
  none: 'Not configured',
};

/** The configured prices. Other prices are the model's list prices. */
function priceList({ input, cachedInput, cacheWrite, output }: ShownSettings['prices']): string {
  const amounts = [
    ['input', input],
    ['cached input', cachedInput],
    ['cache write', cacheWrite],
    ['output', output],
  ] as const;
  const set = amounts.flatMap(([name, value]) =>
    value === undefined ? [] : `${formatPrice(value)} ${name}`,
  );
  return set.length === 0 ? 'List prices of the model' : `${set.join(', ')}, per million tokens`;
}

/** The deployment's settings with their environment variables, without secrets. */
export function Configuration({ settings }: { settings: ShownSettings }) {
  const { allowedOrigins, prices, limits, dailyTokenBudget } = settings;
  const anySite = allowedOrigins.includes('*');
  const rows: [name: string, setting: string, value: preact.ComponentChildren][] = [
    [
      'Allowed sites',
      'ALLOWED_ORIGINS',
      anySite ? (
        <>Any site. Origins are recorded only for sites that are listed by name.</>
      ) : (
        <ul class="plain">
          {allowedOrigins.map((origin) => (
            <li key={origin}>
              <UntrustedText text={origin} />
            </li>
          ))}
        </ul>
      ),
    ],
    ['Assistant name', 'ASSISTANT_NAME', <UntrustedText key="name" text={settings.assistantName} />],
    ['Model', 'AZURE_OPENAI_ENDPOINT, OPENAI_BASE_URL', MODELS[settings.model]],
    ['Model prices', 'MODEL_INPUT_PRICE and others', priceList(prices)],
    [
      'Daily token budget',
      'DAILY_TOKEN_BUDGET',
      dailyTokenBudget === 0
        ? 'None'
        : `${formatCount(dailyTokenBudget)} tokens a day. When they are used up, the assistant quotes the documents until midnight UTC.`,
    ],
    [
      'Rate limits',
      'RATE_LIMIT_…',
      `Per minute: ${plural(limits.sessionMessages, 'message')} and ${plural(limits.sessionReads, 'read')} per conversation; ${plural(limits.ipMessages, 'message')} and ${plural(limits.ipReads, 'read')} per IP address`,
    ],
    ['Seat duration', 'SEAT_WINDOW_DAYS', `${plural(settings.seatWindowDays, 'day')} after the last claim`],
    ['Agent sign-in', 'IDP_APP_CLIENT_ID, IDP_APP_TENANT_ID', AGENT_SIGN_IN[settings.identity]],
  ];
  return (
    <dl class="settings">
      {rows.map(([name, setting, value]) => (
        <div key={name}>
          <dt>
            {name}
            <code>{setting}</code>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
