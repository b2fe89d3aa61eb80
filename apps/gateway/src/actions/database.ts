import { type DatabaseRoles, roleStatements } from '@heliograph/engine'
import { createOutput } from '../output.ts'
import type { Terminal } from '../terminal.ts'

/** `database roles`. */
export function printRoles(terminal: Terminal, { json, ...roles }: DatabaseRoles & { readonly json: boolean }): void {
  const statements = roleStatements(roles)
  createOutput(terminal, json).result({ statements }, statements.join('\n').split('\n'))
}
