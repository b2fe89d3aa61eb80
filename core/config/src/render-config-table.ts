import type { TSchema } from 'typebox'
import { type ConfigKey, describeSchema } from './describe-schema.ts'
import { renderMarkdownTable } from './render-table.ts'

/** Renders the reference of a schema as a Markdown table. `prefix` is prepended to every path. */
export function renderConfigTable(schema: TSchema, prefix = ''): string {
  const rows = describeSchema(schema, prefix).map(toCells)
  return rows.length === 0 ? 'Nothing to configure.' : renderMarkdownTable(['Key', 'Type', 'Default', 'Meaning'], rows)
}

function toCells(key: ConfigKey): readonly string[] {
  const withoutDefault = key.required ? 'required' : '-'
  const defaultValue = key.default === undefined ? withoutDefault : `\`${key.default}\``
  return [`\`${key.path}\``, key.type, defaultValue, key.description]
}
