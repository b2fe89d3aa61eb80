import { code, renderTable } from '../documentation/markdown-table.ts'

/** A parameter for a README. */
export interface DocumentedParameter {
  /** The one that goes first in front. */
  readonly names: readonly string[]
  readonly required: boolean
  readonly meaning: string
}

/** The parameters of an interface as a Markdown table. */
export function renderParametersTable(parameters: readonly DocumentedParameter[]): string {
  const rows = parameters.map(({ names: [first = '', ...aliases], required, meaning }) => {
    return [code(first), aliases.map(code).join(', '), required ? 'yes' : 'no', meaning]
  })
  return renderTable(['Parameter', 'Or', 'Required', 'Meaning'], rows)
}
