import { escapeHtml } from '../answers/escape-html.ts'
import type { JsonValue, OpenApiContent, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b7285; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1 { line-height: 1.2; } h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
h2 .method { color: var(--accent); } h3 { margin-bottom: .3rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
code { background: var(--soft); padding: .1em .3em; border-radius: 3px; }
pre { background: var(--soft); padding: .9rem; border-radius: 6px; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
nav ul { padding-left: 1.2rem; } a { color: var(--accent); }
`

const FORM = 'application/x-www-form-urlencoded'
/** Between the lines of a command. */
const BREAK = ' \\\n  '

/** The OpenAPI document as one self-contained HTML page: no script, no font, no image. */
export function formatDocumentationPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const contents = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a> <code>${method} ${escapeHtml(path)}</code></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(document.info.title)}</h1>
<p>${formatProse(document.info.description)}</p>
<p>The same as data: <a href="openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
<nav><ul>
${contents.join('\n')}
<li><a href="#schemas">Objects</a></li>
</ul></nav>
${operations.map((each) => formatOperation(document, each.path, each.method, each.operation)).join('\n')}
<h2 id="schemas">Objects</h2>
${Object.entries(document.components.schemas).map(formatSchema).join('\n')}
</body>
</html>
`
}

function formatOperation(document: OpenApiDocument, path: string, method: string, operation: OpenApiOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const [, body] = firstOf(requestBody?.content)
  const [, answer] = firstOf(responses[200]?.content)
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  return `<section>
<h2 id="${operationId}">${escapeHtml(summary)}</h2>
<p><code><strong class="method">${method}</strong> ${escapeHtml(path)}</code></p>
<p>${formatProse(description)}</p>
${formatParameters('Path', 'path', parameters)}
${formatParameters('Query parameters', 'query', parameters)}
${body ? `<h3>Body</h3><p>${formatType(body.schema)}</p>` : ''}
<h3>Example</h3>
<pre>${escapeHtml(formatCurl(document, path, method, operation))}</pre>
<h3>Answer</h3>
<p>${formatAnswer(responses, answer)}</p>
${answer?.example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(answer.example, null, 2))}</pre>`}
<h3>Errors</h3>
${formatTable(
  ['Status', 'Meaning'],
  errors.map(([status, error]) => [status, formatProse(error.description)]),
)}
</section>`
}

/** The first media type, with what is of it. */
function firstOf(content: OpenApiContent = {}): readonly [string, OpenApiContent[string]] | readonly [] {
  return Object.entries(content)[0] ?? []
}

function formatAnswer(responses: OpenApiOperation['responses'], answer: OpenApiContent[string] | undefined): string {
  if (answer !== undefined) return `200: ${formatType(answer.schema)}`
  return responses[200] === undefined ? '204, or a form of its own' : '200, without a body'
}

function formatCurl(document: OpenApiDocument, path: string, method: string, operation: OpenApiOperation): string {
  const { requestBody, security = document.security } = operation
  const lines = [`curl -X ${method} '${document.servers[0]?.url}${path}'`, ...formatCredentials(document, security)]
  const [type, body] = firstOf(requestBody?.required ? requestBody.content : undefined)
  if (body?.example === undefined) return lines.join(BREAK)
  if (type === FORM)
    return [...lines, `-d '${new URLSearchParams(body.example as Record<string, string>)}'`].join(BREAK)
  return [...lines, `-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example)}'`].join(BREAK)
}

/** The first form of credentials that has an option of curl. */
function formatCredentials({ components }: OpenApiDocument, security: readonly JsonValue[]): readonly string[] {
  const options = security
    .flatMap((form) => Object.keys(form as object))
    .map((name) => components.securitySchemes[name] as { in?: string; name?: string; scheme?: string } | undefined)
    .flatMap((scheme) => {
      if (scheme?.scheme === 'basic') return [`-u '<CLIENT_ID>:<CLIENT_SECRET>'`]
      return scheme?.in === 'header' ? [`-H '${scheme.name}: <API_KEY>'`] : []
    })
  return options.slice(0, 1)
}

function formatParameters(
  title: string,
  place: OpenApiParameter['in'],
  parameters: readonly OpenApiParameter[] = [],
): string {
  const rows = parameters.filter((parameter) => parameter.in === place).map(parameterRow)
  return rows.length === 0 ? '' : `<h3>${title}</h3>${formatTable(['Name', 'Type', 'Meaning'], rows)}`
}

function parameterRow({ name, schema, description }: OpenApiParameter): readonly string[] {
  return [`<code>${escapeHtml(name)}</code>`, formatType(schema), formatProse(description)]
}

function formatSchema([name, schema]: [string, JsonValue]): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonValue>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(([field, property]) => {
    const { description = '' } = property as { description?: string }
    const mark = required.includes(field) ? '' : ' (optional)'
    return [`<code>${escapeHtml(field)}</code>`, `${formatType(property)}${mark}`, formatProse(description)]
  })
  return `<h3 id="${name}">${name}</h3>${formatTable(['Field', 'Type', 'Meaning'], rows)}`
}

/** Describes a schema in a few words: its type, its items if it is an array, and its bounds. */
function formatType(schema: JsonValue): string {
  const known = schema as { readonly [name: string]: JsonValue }
  if (typeof known.$ref === 'string') {
    const name = known.$ref.slice(known.$ref.lastIndexOf('/') + 1)
    return `<a href="#${name}">${name}</a>`
  }
  if (Array.isArray(known.anyOf)) return known.anyOf.map(formatType).join(' or ')
  if (Array.isArray(known.enum))
    return known.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')
  if (known.const !== undefined) return `<code>${escapeHtml(String(known.const))}</code>`
  if (known.type === 'array') return `array of ${formatType(known.items ?? {})}`
  if (known.properties !== undefined) return `object with ${formatFields(known.properties)}`
  const type = Array.isArray(known.type) ? known.type.join(' or ') : String(known.type)
  return `${escapeHtml(type)}${formatBounds(known)}`
}

function formatFields(properties: JsonValue): string {
  return Object.entries(properties as Record<string, JsonValue>)
    .map(([name, property]) => `<code>${escapeHtml(name)}</code> (${formatType(property)})`)
    .join(', ')
}

function formatBounds(schema: { readonly [name: string]: JsonValue }): string {
  const bounds = [
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? '' : `default ${schema.default}`,
  ].filter((bound) => bound !== '')
  return bounds.length === 0 ? '' : `, ${bounds.join(', ')}`
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th>${cell}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`
}

/** Formats a sentence, with text between backticks as code. */
function formatProse(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
