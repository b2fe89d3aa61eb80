import { code, renderTable } from '../documentation/markdown-table.ts'

/** A parameter as documented in a README. @stability experimental */
export interface DocumentedParameter {
  /** The preferred name first. */
  readonly names: readonly string[]
  readonly required: boolean
  readonly meaning: string
}

/** Renders the parameters of an interface as a Markdown table. @stability experimental */
export function renderParametersTable(parameters: readonly DocumentedParameter[]): string {
  const rows = parameters.map(({ names: [first = '', ...aliases], required, meaning }) => {
    return [code(first), aliases.map(code).join(', '), required ? 'yes' : 'no', meaning]
  })
  return renderTable(['Parameter', 'Or', 'Required', 'Meaning'], rows)
}
