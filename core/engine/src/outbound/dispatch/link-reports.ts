import type { LinkFigures, LinkPdu, LinkStatus } from '@heliograph/contracts'
import { textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { fewPdus } from './link-pdus.ts'

/** How often the states of links are written, if they have changed ... */
const SIGNS_MS = 3_000
/** ... and how long after the last time their PDUs are. */
const PDUS_MS = 15_000

/** The state of a link of a node, written for people to read. */
export interface LinkSign {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly state: LinkStatus['state']
  /** A line for operators. */
  readonly detail: string | null
  readonly figures: LinkFigures
  /** Names of the routes it serves. */
  readonly routes: readonly string[]
}

export interface LinkReportsOptions extends NodeTools {
  /** This node's lease. */
  readonly lease: () => number | null
  readonly signs: () => readonly LinkSign[]
  /** The PDUs that a link has kept, newest first. */
  readonly pdusOf: (link: string) => readonly LinkPdu[]
  readonly changeNotes?: Pick<ChangeNotes, 'noteEverywhere'> | undefined
}

/**
 * Writes how this node's links are, beside the heartbeats: only what has changed, and PDUs, of which there are many
 * octets, less often.
 */
export class LinkReports {
  readonly #options: LinkReportsOptions
  readonly #written = new Map<string, { sign: string; pdus: string }>()
  #pdusAt = Number.NEGATIVE_INFINITY
  #isStopped = false
  #cancel: (() => void) | undefined
  #writing: Promise<void> | undefined

  constructor(options: LinkReportsOptions) {
    this.#options = options
  }

  start(): void {
    this.#writing = this.#write().finally(() => {
      if (!this.#isStopped) this.#cancel = this.#options.clock.after(SIGNS_MS, () => this.start())
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#writing
  }

  async #write(): Promise<void> {
    const { clock, logger } = this.#options
    const now = clock.now()
    try {
      // What carriers tell may fail as well.
      const changed = this.#changed(now - this.#pdusAt >= PDUS_MS)
      const lease = this.#options.lease()
      if (lease === null || changed.length === 0) return
      await writeReports(this.#options.sql, lease, changed)
      this.#options.changeNotes?.noteEverywhere('deployment')
      for (const { link, sign, pdus } of changed) {
        if (pdus !== (this.#written.get(link)?.pdus ?? '[]')) this.#pdusAt = now
        this.#written.set(link, { sign, pdus })
      }
    } catch (error) {
      logger.debug({ err: error }, 'the states of links could not be written, will be tried again')
    }
  }

  #changed(withPdus: boolean): readonly Report[] {
    const { signs, pdusOf } = this.#options
    const reports = signs().map((sign) => ({
      link: sign.link,
      sign: JSON.stringify(sign),
      pdus: withPdus ? JSON.stringify(fewPdus(pdusOf(sign.link))) : (this.#written.get(sign.link)?.pdus ?? '[]'),
    }))
    return reports.filter(({ link, sign, pdus }) => {
      const known = this.#written.get(link)
      return known?.sign !== sign || known.pdus !== pdus
    })
  }
}

interface Report {
  readonly link: string
  readonly sign: string
  readonly pdus: string
}

async function writeReports(sql: Sql, lease: number, reports: readonly Report[]): Promise<void> {
  await sql`
    insert into link_report (lease, link, sign, pdus)
    select node.lease, given.link, given.sign, given.pdus
    from node cross join unnest(
      ${textArray(reports.map(({ link }) => link))}::text[],
      ${textArray(reports.map(({ sign }) => sign))}::text[],
      ${textArray(reports.map(({ pdus }) => pdus))}::text[]
    ) as given (link, sign, pdus)
    where node.lease = ${lease}::bigint
    on conflict (lease, link) do update set sign = excluded.sign, pdus = excluded.pdus`
}
