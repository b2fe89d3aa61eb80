import { formatTable } from '../table.ts'
import type { LinkReport } from './link-report.ts'

/** The links for people: a table, and below it what is wrong and where each is connected. */
export function formatLinks(links: readonly LinkReport[]): readonly string[] {
  if (links.length === 0) return ['No instance is a carrier: there are no links.']
  const rows = links.map((link) => [
    link.link,
    link.state,
    `${link.binds.filter(({ state }) => state === 'bound').length}/${link.binds.length}`,
    `${link.outstanding}/${link.window}`,
    link.partsPerSecond === 0 ? 'no limit' : `${Math.round(link.partsPerSecond * 10) / 10}/s`,
    String(link.throttles),
  ])
  return [
    ...formatTable(['link', 'state', 'bound', 'window', 'rate', 'throttled'], rows),
    ...links.flatMap(({ link, detail }) => (detail === null ? [] : ['', `${link}: ${detail}`])),
    ...links.flatMap(formatBinds),
  ]
}

function formatBinds({ link, binds }: LinkReport): readonly string[] {
  if (binds.length === 0) return []
  const rows = binds.map(({ kind, peer, state, outstanding, since }) => [
    `  ${kind}`,
    peer,
    `${state} since ${new Date(since).toISOString()}`,
    `${outstanding} unanswered`,
  ])
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return [
    '',
    `${link}:`,
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    ),
  ]
}
