import type { oas31 } from 'zod-openapi';
import { Fragment } from 'preact';
import { document } from '../ui/document.tsx';
import { SchemaView } from './schema-view.tsx';

type Entry = { method: string; path: string; operation: oas31.OperationObject };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The headings of the authentication kinds, in the order of the page. */
const SECTIONS: Record<string, string> = {
  visitor: 'Visitors',
  anonymous: 'Public',
  admin: 'Admins',
  agent: 'Agents',
  publisher: 'Publisher',
};

/** The API reference as a static page, without scripts and without requests to other hosts. */
export function apiReference(api: oas31.OpenAPIObject): string {
  const title = `${api.info.title}: API reference`;
  return document({ title, page: 'api-reference', children: <Reference api={api} /> });
}

function Reference({ api }: { api: oas31.OpenAPIObject }) {
  const entries = Object.entries(api.paths ?? {}).flatMap(([path, item]): Entry[] =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
  const sections = Object.keys(SECTIONS)
    .map((tag) => ({ tag, list: entries.filter(({ operation }) => operation.tags?.[0] === tag) }))
    .filter(({ list }) => list.length > 0);
  return (
    <div class="layout">
      <nav aria-label="Endpoints">
        <p class="brand">{api.info.title}</p>
        <a href="#authentication">Authentication</a>
        {sections.map(({ tag, list }) => (
          <section key={tag}>
            <h2>{SECTIONS[tag]}</h2>
            {list.map(({ method, path, operation }) => (
              <a key={operation.operationId} href={`#${operation.operationId}`}>
                <Method name={method} /> <Address path={path.replace('/api/', '')} />
              </a>
            ))}
          </section>
        ))}
        <a href="#schemas">Schemas</a>
      </nav>
      <main>
        <h1>API reference</h1>
        <p>
          {api.info.description} Version {api.info.version}. OpenAPI document:{' '}
          <a href="/api/openapi.json">openapi.json</a>.
        </p>
        <p>
          JSON in and out. Times are RFC 3339 in UTC, money is US dollars, ids are UUIDs. Every error has the
          body <code>{'{ "error", "message" }'}</code>.
        </p>
        <Authentication />
        {sections.map(({ tag, list }) => (
          <section key={tag}>
            <h2>{SECTIONS[tag]}</h2>
            {list.map((entry) => (
              <EndpointView key={entry.operation.operationId} {...entry} />
            ))}
          </section>
        ))}
        <section id="schemas">
          <h2>Schemas</h2>
          {Object.entries(api.components?.schemas ?? {}).map(([name, schema]) => (
            <article key={name} id={`schema-${name}`}>
              <h3>{name}</h3>
              {schema.description !== undefined && <p>{schema.description}</p>}
              <SchemaView schema={schema} />
            </article>
          ))}
        </section>
      </main>
    </div>
  );
}

const EXAMPLE = `SERVICE=https://chat.example.com
ADMIN_KEY=…
curl --header "Authorization: Bearer $ADMIN_KEY" "$SERVICE/api/sessions?limit=1"`;

const EXAMPLE_ANSWER = `{
  "sessions": [
    { "sessionId": "3f1b…", "status": "closed", "createdAt": "2026-11-20T17:24:00.000Z", … }
  ],
  "nextCursor": "…"
}`;

/** How callers authenticate, and a first request. */
function Authentication() {
  return (
    <section id="authentication">
      <h2>Authentication</h2>
      <dl>
        <div>
          <dt>Admins</dt>
          <dd>
            The admin key as <code>Authorization: Bearer …</code>. Without a key, 401. Until a first key is
            created in the dashboard, the endpoints are open.
          </dd>
        </div>
        <div>
          <dt>Agents</dt>
          <dd>
            An access token of Microsoft Entra ID for the application of the agents, as{' '}
            <code>Authorization: Bearer …</code>.
          </dd>
        </div>
        <div>
          <dt>Visitors</dt>
          <dd>
            No token for the plain chat: the session id is the secret. The calls of a registered widget have a
            visitor token from <code>POST /api/widget/token</code>.
          </dd>
        </div>
        <div>
          <dt>Public</dt>
          <dd>None.</dd>
        </div>
      </dl>
      <h3>Example request</h3>
      <p>The newest conversation, for an admin:</p>
      <pre tabIndex={0}>
        <code>{EXAMPLE}</code>
      </pre>
      <pre tabIndex={0}>
        <code>{EXAMPLE_ANSWER}</code>
      </pre>
    </section>
  );
}

/** A path with line breaks allowed after its slashes. */
function Address({ path }: { path: string }) {
  const parts = path.split(/(?<=\/)/);
  return (
    <span>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

function EndpointView({ method, path, operation }: Entry) {
  const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter);
  const body =
    operation.requestBody && 'content' in operation.requestBody
      ? operation.requestBody.content['application/json']?.schema
      : undefined;
  return (
    <article id={operation.operationId}>
      <h3>{operation.summary}</h3>
      <p class="address">
        <Method name={method} /> <code>{path}</code>
      </p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl>
            {parameters.map(({ name, in: location, required, schema }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <small>{required ? location : `${location}, optional`}</small>
                </dt>
                <dd>{schema && <SchemaView schema={schema} />}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <SchemaView schema={body} />
        </>
      )}
      <h4>Answers</h4>
      <dl>
        {Object.entries<unknown>(operation.responses ?? {}).map(([status, response]) => (
          <div key={status} class={Number(status) < 400 ? 'good' : 'bad'}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>{isResponse(response) && <ResponseView status={status} response={response} />}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function ResponseView({ status, response }: { status: string; response: oas31.ResponseObject }) {
  const schema = Number(status) < 400 ? response.content?.['application/json']?.schema : undefined;
  return (
    <>
      {response.description.split('\n\n').map((line) => (
        <p key={line}>{line.replaceAll('`', '')}</p>
      ))}
      {schema && <SchemaView schema={schema} />}
    </>
  );
}

function isResponse(response: unknown): response is oas31.ResponseObject {
  return typeof response === 'object' && response !== null && 'description' in response;
}

function Method({ name }: { name: string }) {
  return <b class={`method ${name}`}>{name.toUpperCase()}</b>;
}
