import { type Fairness, lineOf, MESSAGES_PER_BATCH } from '../../outbound/batches/batch.ts'
import { slowRoute } from '../../outbound/holds/parked-batches.ts'
import type { AcceptRow } from './prepare.ts'
import type { Template } from './template.ts'

/** The lease under which this node stores a batch as its own; see `FastPath`. */
export type ClaimBatch = (route: string, priority: number) => number | null

export interface GroupOptions {
  readonly claim: ClaimBatch
  readonly fairness: Fairness
}

/** A batch to add, for as many of its messages as are stored. */
export interface BatchGroup {
  readonly route: string
  readonly priority: number
  readonly line: number | null
  readonly sendAt: number | null
  readonly clientId: number
  readonly bulkId: string | null
  /** See `BatchPlace`. */
  readonly speedId: number | null
  /** The lease it has from the start; null: it waits. */
  readonly owner: number | null
  size: number
}

/** What rows have in common, and which of it each row has. */
export interface GroupedRows {
  readonly templates: readonly Template[]
  readonly groups: readonly BatchGroup[]
  /** The indexes of each row's template and batch. */
  readonly templateOfRow: readonly number[]
  readonly groupOfRow: readonly number[]
}

export function groupRows(rows: readonly AcceptRow[], options: GroupOptions): GroupedRows {
  const templates: Template[] = []
  const groups: BatchGroup[] = []
  const templateOfRow: number[] = []
  const groupOfRow: number[] = []
  const findGroup = groupFinder(groups, options)
  const findTemplate = templateFinder(templates)
  for (const row of rows) {
    templateOfRow.push(findTemplate(row.template))
    groupOfRow.push(findGroup(row.template))
  }
  return { templates, groups, templateOfRow, groupOfRow }
}

/**
 * Rows with the same template mostly follow each other; where recipients take several routes, their templates
 * alternate.
 */
function templateFinder(templates: Template[]): (template: Template) => number {
  const places = new Map<Template, number>()
  return (template) => {
    if (templates.at(-1) === template) return templates.length - 1
    let place = places.get(template)
    if (place === undefined) {
      place = templates.length
      templates.push(template)
      places.set(template, place)
    }
    return place
  }
}

/**
 * Messages of one route, priority and line that are due at once share batches, whichever client sent them. Those that
 * wait, for a time or for their turn in a slow bulk, share a batch only within their bulk and time, since a bulk is
 * moved or cancelled by moving or removing its batches.
 */
function groupFinder(groups: BatchGroup[], { claim, fairness }: GroupOptions): (template: Template) => number {
  const open = new Map<string, number>()
  return (template) => {
    const { route, priority, sendAt, clientId, bulkId, speedId } = template
    const line = lineOf(fairness, clientId)
    const atOnce = sendAt === null && speedId === null
    const key = `${route} ${priority} ${atOnce ? line : `${sendAt} ${speedId} ${clientId} ${bulkId}`}`
    let index = open.get(key)
    if (index === undefined || (groups[index]?.size ?? 0) >= MESSAGES_PER_BATCH) {
      index = groups.length
      open.set(key, index)
      const owner = atOnce ? claim(route, priority) : null
      const place = slowRoute(speedId, route)
      const ownBulk = atOnce ? null : bulkId
      groups.push({ route: place, priority, line, sendAt, clientId, bulkId: ownBulk, speedId, owner, size: 0 })
    }
    const group = groups[index] as BatchGroup
    group.size += 1
    return index
  }
}
