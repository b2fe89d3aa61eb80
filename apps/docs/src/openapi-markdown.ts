import type { JsonValue, OpenApiDocument, OpenApiOperation } from '@heliograph/wire'

/** An OpenAPI document as a page: its operations in their order, then the objects they name. */
export function openApiMarkdown(document: OpenApiDocument, address: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(`${method.toUpperCase()} ${path}`, operation)),
  )
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => schemaText(name, schema))
  return [
    document.info.description,
    `A running gateway has it as OpenAPI ${document.openapi} at \`${address}\`.`,
    ...operations,
    '## Objects',
    ...schemas,
    '',
  ].join('\n\n')
}

function operationText(
  line: string,
  { summary, description, parameters = [], ...operation }: OpenApiOperation,
): string {
  const { requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
  const answer = Object.values(responses[200]?.content ?? {})[0]
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  return [
    `## ${summary}`,
    `\`${line}\``,
    description,
    table(
      ['Parameter', 'In', 'Type', 'Meaning'],
      parameters.map(({ name, in: place, schema, description: meaning }) => [
        code(name),
        place,
        typeOf(schema),
        meaning,
      ]),
    ),
    body === undefined ? '' : `Body: ${typeOf(body.schema)}`,
    exampleOf(body?.example),
    answer === undefined ? '' : `Answer: ${typeOf(answer.schema)}`,
    exampleOf(answer?.example),
    table(
      ['Status', 'When'],
      errors.map(([status, error]) => [status, error.description]),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function schemaText(name: string, schema: JsonValue): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonValue>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(([field, property]) => {
    const { description = '' } = property as { description?: string }
    return [code(field), `${typeOf(property)}${required.includes(field) ? '' : ' (optional)'}`, description]
  })
  return [`### ${name}`, rows.length === 0 ? typeOf(schema) : table(['Field', 'Type', 'Meaning'], rows)].join('\n\n')
}

/** A schema in a few words. */
function typeOf(schema: JsonValue): string {
  const known = schema as { readonly [name: string]: JsonValue }
  if (typeof known.$ref === 'string') {
    const name = known.$ref.slice(known.$ref.lastIndexOf('/') + 1)
    return `[${name}](#${name.toLowerCase()})`
  }
  if (Array.isArray(known.anyOf)) return known.anyOf.map(typeOf).join(' or ')
  if (Array.isArray(known.enum)) return known.enum.map((value) => code(String(value))).join(', ')
  if (known.const !== undefined) return code(String(known.const))
  if (known.type === 'array') return `array of ${typeOf(known.items ?? {})}`
  if (known.properties !== undefined) {
    const fields = Object.entries(known.properties as Record<string, JsonValue>)
    return `object with ${fields.map(([name, property]) => `${code(name)} (${typeOf(property)})`).join(', ')}`
  }
  return Array.isArray(known.type) ? known.type.join(' or ') : String(known.type ?? 'anything')
}

function exampleOf(example: unknown): string {
  return example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
}

function code(text: string): string {
  return `\`${text}\``
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** In a cell, a bar would end it; angle brackets outside of code would be markup. */
function cellOf(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replace(/(`[^`]*`)|</g, (_all, inCode) => inCode ?? '&lt;')
}
