import { isIPv6 } from 'node:net'
import type { Command } from 'commander'
import { findAdminToken } from '../admin-token.ts'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatHeld, formatLinks, type HoldReport, type LinkReport } from '../links/format-links.ts'
import { createOutput } from '../output.ts'
import { loadSettings, type Settings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

const TIMEOUT_MS = 5_000

interface LinksOptions extends CommonOptions {
  readonly admin?: string
}

export function createLinksCommand(terminal: Terminal): Command {
  return createCommand('links', 'Show the state of the links of a running gateway.')
    .option('--admin <url>', 'its admin address (default: by admin.host and admin.port)')
    .action((options: LinksOptions) => runLinks(terminal, options))
}

async function runLinks(terminal: Terminal, options: LinksOptions): Promise<void> {
  const settings = await loadSettings(options)
  const admin = options.admin?.replace(/(?<!\/)\/+$/, '') ?? adminAddress(settings)
  const { links, holds } = await fetchLinks(admin, await findAdminToken(settings))
  createOutput(terminal, options.json).result({ links, holds }, [...formatHeld(holds), ...formatLinks(links)])
}

function adminAddress({ configuration }: Settings): string {
  const { host, port } = configuration.admin
  if (port === 0) {
    throw new CommandError(
      'admin-port-unknown',
      'admin.port is 0, so the gateway chose one: give its address with --admin URL (the start shows it, and the ready file has it).',
    )
  }
  return `http://${reachableHost(host)}:${port}`
}

/** A gateway that listens on all addresses is reached through the loopback address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

async function fetchLinks(
  admin: string,
  token: string | undefined,
): Promise<{ readonly links: readonly LinkReport[]; readonly holds: readonly HoldReport[] }> {
  let response: Response
  try {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    response = await fetch(`${admin}/links`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw new CommandError(
      'not-running',
      `No gateway answers at ${admin}: it does not run, or its admin server is elsewhere (--admin URL).`,
      { cause },
    )
  }
  const body = await readJson(response)
  if (response.ok && Array.isArray(body.links)) return { links: body.links, holds: body.holds ?? [] }
  if (response.status === 401) throw new CommandError('bad-admin-token', badToken(admin))
  if (body.error !== undefined) throw new CommandError(body.error.code, body.error.message)
  throw new CommandError('not-running', `${admin} answers, but is no gateway (${response.status}).`)
}

function badToken(admin: string): string {
  return `${admin} wants another token: give the --config and the --data-dir that its gateway was started with.`
}

interface Answer {
  readonly links?: readonly LinkReport[]
  /** Absent from a gateway of an earlier release. */
  readonly holds?: readonly HoldReport[]
  readonly error?: { readonly code: string; readonly message: string }
}

async function readJson(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch {
    return {}
  }
}
