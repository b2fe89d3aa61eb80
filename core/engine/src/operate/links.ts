import { type NoteAct, requireOperator } from '@heliograph/access'
import { GatewayError, type LinkPdu, type LinkRecord, type Links } from '@heliograph/contracts'
import { TOPICS } from '../database/announcement-topics.ts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { countWaiting, queueDepths, type WaitingMessages } from '../outbound/batches/waiting-messages.ts'
import { joinSigns } from '../outbound/dispatch/joined-signs.ts'
import type { LinkSign } from '../outbound/dispatch/link-reports.ts'
import type { Announcer } from '../ownership/announcer.ts'
import { loadLinkHours } from './link-hours.ts'

export interface LinksOptions {
  readonly sql: Sql
  readonly announcer: Pick<Announcer, 'announce'>
  readonly note: NoteAct
}

/** Creates the `Links` service. */
export function createLinks({ sql, announcer, note }: LinksOptions): Links {
  async function requireLink(link: string): Promise<void> {
    const [found] = await sql`
      select from node where ${link} = any(links) union all select from link_pause where link = ${link} limit 1`
    if (found === undefined) throw new GatewayError('not-found', 'link-not-found', `There is no link ${link}`)
  }

  return {
    async list(principal) {
      requireOperator(principal)
      return serviceAnswer(loadLinks(sql))
    },
    async hours(principal) {
      requireOperator(principal)
      return serviceAnswer(loadLinkHours(sql))
    },
    async pause(principal, link) {
      requireOperator(principal)
      await serviceAnswer(requireLink(link))
      const { userId, email } = principal
      const { count } = await serviceAnswer(sql`
        insert into link_pause (link, user_id, by) values (${link}, ${userId}::bigint, ${email}) on conflict do nothing`)
      announcer.announce(TOPICS.pauses)
      if (count > 0) await note(principal, { action: 'link-paused', subject: `link ${link}`, clientId: null })
    },
    async resume(principal, link) {
      requireOperator(principal)
      await serviceAnswer(requireLink(link))
      const { count } = await serviceAnswer(sql`delete from link_pause where link = ${link}`)
      // An operator who resumes a link may have changed its password.
      await serviceAnswer(sql`delete from link_refusal where link = ${link}`)
      announcer.announce(TOPICS.pauses)
      if (count > 0) await note(principal, { action: 'link-resumed', subject: `link ${link}`, clientId: null })
    },
  }
}

interface NodeRow {
  readonly name: string
  readonly links: readonly string[]
  /** JSON of the `LinkSign`s that it reported last ... */
  readonly signs: readonly string[]
  /** ... and of the `LinkPdu`s of the same links. */
  readonly pdus: readonly string[]
  /** Links whose lease it has. */
  readonly held: readonly string[]
}

interface PauseRow {
  readonly link: string
  readonly at: Date
  readonly by: string
}

/** The links of all nodes, by name. */
export async function loadLinks(sql: Sql): Promise<readonly LinkRecord[]> {
  const nodes = await sql<NodeRow[]>`
    select node.name, node.links,
      array(select sign from link_report where link_report.lease = node.lease order by link) as signs,
      array(select pdus from link_report where link_report.lease = node.lease order by link) as pdus,
      array(select link from link_lease where link_lease.lease = node.lease) as held
    from node where cardinality(node.links) > 0 order by node.started_at, node.name`
  const pauses = await sql<PauseRow[]>`select link, paused_at as at, by from link_pause`
  return linkRecords(nodes, pauses, await countWaiting(sql))
}

/**
 * Each link as the nodes that use it last reported it; one that no node uses is shown as standing by. A paused link
 * that no node has is included. Pure.
 */
export function linkRecords(
  nodes: readonly NodeRow[],
  pauses: readonly PauseRow[],
  waiting: readonly WaitingMessages[],
): readonly LinkRecord[] {
  const signs = nodes.flatMap((node) =>
    node.signs.map((text, index) => {
      const sign = JSON.parse(text) as LinkSign
      return { ...sign, node: node.name, pdus: pdusOf(node.pdus[index]), isUsed: node.held.includes(sign.link) }
    }),
  )
  const names = new Set([...nodes.flatMap(({ links }) => links), ...pauses.map(({ link }) => link)])
  return [...names].sort().map((link) => {
    const fromNodes = signs.filter((sign) => sign.link === link)
    const users = fromNodes.filter(({ isUsed }) => isUsed)
    const used = joinSigns(users)
    const { node, state, detail, figures } = used ?? UNUSED
    const routes = (used ?? fromNodes[0])?.routes ?? []
    const depths = queueDepths(waiting.filter(({ route }) => routes.includes(route)))
    const pdus = users.flatMap((sign) => sign.pdus).sort((a, b) => b.at.getTime() - a.at.getTime())
    return { link, node, state, detail, figures, pdus, routes, pause: pauseOf(link, pauses), waiting: depths }
  })
}

const UNUSED = { node: null, state: 'standby', detail: null, figures: null } as const

/** Reads JSON, in which times are texts. */
function pdusOf(text = '[]'): readonly LinkPdu[] {
  return (JSON.parse(text) as readonly LinkPdu[]).map((pdu) => ({ ...pdu, at: new Date(pdu.at) }))
}

function pauseOf(link: string, pauses: readonly PauseRow[]): LinkRecord['pause'] {
  const found = pauses.find((pause) => pause.link === link)
  return found === undefined ? null : { at: found.at, by: found.by }
}
