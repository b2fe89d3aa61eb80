import type { TSchema } from 'typebox'
import { type ConfigKey, describeSchema } from './describe-schema.ts'

/** The reference of a schema as a Markdown table. `prefix` is put before every path. */
export function renderConfigTable(schema: TSchema, prefix = ''): string {
  const rows = describeSchema(schema, prefix).map(renderRow)
  if (rows.length === 0) return 'Nothing to configure.'
  return ['| Key | Type | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function renderRow(key: ConfigKey): string {
  const defaultValue = key.default === undefined ? (key.required ? 'required' : '-') : `\`${key.default}\``
  const cells = [`\`${key.path}\``, key.type, defaultValue, key.description]
  return `| ${cells.map(escapeCell).join(' | ')} |`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}
