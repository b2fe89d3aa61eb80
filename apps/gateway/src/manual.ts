import { createProgram } from './cli.ts'
import { describeCommands } from './command-tree.ts'
import { createCommand } from './common-options.ts'
import { formatManPage } from './man-page.ts'
import { readVersion } from './version.ts'

/** The manual page of this release. */
export function readManPage(): string {
  const program = createProgram({ out: () => undefined, err: () => undefined }, false)
  const common = describeCommands(createCommand('any', '')).options
  return formatManPage(describeCommands(program), program.name(), readVersion(), common)
}
