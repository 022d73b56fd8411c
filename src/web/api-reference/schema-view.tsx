import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** A schema with its fields and types; named schemas are links. */
export function SchemaView({ schema }: { schema: Schema }) {
  if (!isReference(schema) && schema.properties) {
    const required = new Set(schema.required);
    return (
      <ul class="fields">
        {Object.entries(schema.properties).map(([name, field]) => (
          <li key={name}>
            <code>{name}</code>
            {!required.has(name) && <small> optional</small>} <SchemaView schema={field} />
          </li>
        ))}
      </ul>
    );
  }
  return <TypeName schema={schema} />;
}

function TypeName({ schema }: { schema: Schema }) {
  if (isReference(schema)) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return (
      <span class="type">
        {choices.map((choice, index) => (
          <span key={index}>
            {index > 0 && ' or '}
            <SchemaView schema={choice} />
          </span>
        ))}
      </span>
    );
  }
  if (schema.items) {
    return (
      <span class="type">
        list of <SchemaView schema={schema.items} />
      </span>
    );
  }
  return <span class="type">{describe(schema)}</span>;
}

function describe(schema: oas31.SchemaObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const type = schema.format ?? String(schema.type ?? 'anything');
  const { minLength, maxLength, minimum, maximum } = schema;
  if (maxLength !== undefined) return `${type}, ${minLength ?? 0} to ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    return `${type}, ${minimum} to ${maximum}`;
  }
  return minimum !== undefined && minimum > 0 ? `${type}, at least ${minimum}` : type;
}

function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return typeof schema.$ref === 'string';
}
