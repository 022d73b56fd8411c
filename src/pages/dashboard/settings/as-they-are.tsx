import type { ShownSettings } from '../../../wire/admin.ts';
import { formatCount, formatPrice, plural } from '../format.ts';
import { Stranger } from '../parts/stranger.tsx';

const MODELS: Record<ShownSettings['model'], string> = {
  'azure-openai': 'Azure OpenAI, in your own subscription',
  openai: 'A model at an address of your own',
  knowledge: 'No model: answers come word for word from your knowledge',
};

/** The prices that are set; the others follow the model that answers. */
function pricesInWords({ input, cachedInput, cacheWrite, output }: ShownSettings['prices']): string {
  const amounts = [
    ['in', input],
    ['in from the cache', cachedInput],
    ['in to the cache', cacheWrite],
    ['out', output],
  ] as const;
  const set = amounts.flatMap(([name, value]) =>
    value === undefined ? [] : `${formatPrice(value)} ${name}`,
  );
  return set.length === 0 ? 'The list prices of the model that answers' : set.join(', ');
}

/** The settings of the deployment in words; they are changed where it runs, and secrets are not among them. */
export function AsTheyAre({ settings }: { settings: ShownSettings }) {
  const { allowedOrigins, prices, limits, dailyTokenBudget } = settings;
  const anySite = allowedOrigins.includes('*');
  const rows: [name: string, setting: string, value: preact.ComponentChildren][] = [
    [
      'Sites that may use the chat',
      'ALLOWED_ORIGINS',
      anySite ? (
        <>Any site. Origins are not recorded until you name the sites.</>
      ) : (
        <ul class="plain">
          {allowedOrigins.map((origin) => (
            <li key={origin}>
              <Stranger text={origin} />
            </li>
          ))}
        </ul>
      ),
    ],
    ['The assistant’s name', 'ASSISTANT_NAME', <Stranger key="name" text={settings.assistantName} />],
    ['The assistant’s model', 'AZURE_OPENAI_ENDPOINT, OPENAI_BASE_URL', MODELS[settings.model]],
    ['Prices per million tokens', 'MODEL_INPUT_PRICE and others', pricesInWords(prices)],
    [
      'Daily token budget',
      'DAILY_TOKEN_BUDGET',
      dailyTokenBudget === 0
        ? 'None'
        : `${formatCount(dailyTokenBudget)} tokens; then the assistant offers a person until midnight UTC`,
    ],
    [
      'Limits in a minute',
      'RATE_LIMIT_…',
      `${plural(limits.sessionMessages, 'message')} and ${plural(limits.sessionReads, 'read')} of a conversation; ${plural(limits.ipMessages, 'message')} and ${plural(limits.ipReads, 'read')} of one network address`,
    ],
    ['How long a claim holds a seat', 'SEAT_WINDOW_DAYS', plural(settings.seatWindowDays, 'day')],
    [
      'Who agents sign in with',
      'IDP_APP_CLIENT_ID, IDP_APP_TENANT_ID',
      settings.identity === 'entra' ? 'Microsoft Entra ID' : 'The sign-in of this machine, for trying out',
    ],
  ];
  return (
    <>
      <p class="quiet">
        They are changed where the service runs, and hold from its next start. Secrets are never shown.
      </p>
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
    </>
  );
}
