import type { Command } from 'commander'
import { ADMIN_OPTION, askAdmin } from '../admin-client.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatHeld, formatLinks, type HoldReport, type LinkReport } from '../links/format-links.ts'
import { createOutput } from '../output.ts'
import { loadSettings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

interface LinksOptions extends CommonOptions {
  readonly admin?: string
}

export function createLinksCommand(terminal: Terminal): Command {
  return createCommand('links', 'Show the state of the links of a running gateway.')
    .option(...ADMIN_OPTION)
    .action((options: LinksOptions) => runLinks(terminal, options))
}

async function runLinks(terminal: Terminal, options: LinksOptions): Promise<void> {
  const settings = await loadSettings(options)
  const question = { method: 'GET', path: '/links', timeoutMs: 5_000 } as const
  const { links, holds = [] } = await askAdmin(settings, options.admin, question, hasLinks)
  createOutput(terminal, options.json).result({ links, holds }, [...formatHeld(holds), ...formatLinks(links)])
}

interface Answer {
  readonly links: readonly LinkReport[]
  /** Absent from a gateway of an earlier release. */
  readonly holds?: readonly HoldReport[]
}

function hasLinks(body: object): body is Answer {
  return 'links' in body && Array.isArray(body.links)
}
