import { askAdmin } from '../admin-client.ts'
import type { CommonOptions } from '../common-options.ts'
import { formatHeld, formatLinks, type HoldReport, type LinkReport } from '../links/format-links.ts'
import { createOutput } from '../output.ts'
import { loadSettings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

export interface LinksOptions extends CommonOptions {
  readonly admin?: string
}

export async function runLinks(terminal: Terminal, options: LinksOptions): Promise<void> {
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
