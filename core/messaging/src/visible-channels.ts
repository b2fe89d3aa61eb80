import type { Channels, Principal, ReportFilter, Reports, Uploads } from '@heliograph/contracts'
import { uploadNotFound } from './upload-requests.ts'

/**
 * The rule for what a principal sees of its client, asked by every view: a `user` with a channel of its own sees what
 * came in or went out on that channel, everyone else sees all of the client.
 *
 * It holds for what people look at. Interfaces whose specification says otherwise follow that: v2 reports and logs and
 * basic `status` are the client's, and what clients fetch (`IncomingMessages`) follows the user's own channel whatever
 * its role.
 *
 * @param ownChannelId the channel assigned to the user; null: none
 * @returns the only channel it sees; null: all of its client
 */
export function visibleChannel({ role }: Pick<Principal, 'role'>, ownChannelId: number | null): number | null {
  return role === 'user' ? ownChannelId : null
}

/** Whether what belongs to a channel is seen by those who see `visible`. */
export function isVisible(visible: number | null, channelId: number): boolean {
  return visible === null || visible === channelId
}

/**
 * The URL of a webhook as it is shown: to a `user` without query and credentials, which often contain a token. Those
 * who may change it see all of it.
 */
export function shownUrl({ role }: Pick<Principal, 'role'>, url: string): string {
  if (role !== 'user') return url
  const bare = url.replace(/[?#].*$/s, '')
  const authority = bare.indexOf('//') + 2
  const path = bare.indexOf('/', authority)
  const end = path < 0 ? bare.length : path
  return bare.slice(0, authority) + bare.slice(authority, end).replace(/^.*@/s, '') + bare.slice(end)
}

/** `Reports` for people: only of the channels that the principal sees. */
export function visibleReports(reports: Reports, channels: Pick<Channels, 'visibleTo'>): Reports {
  return {
    async find(principal, filter, options) {
      const visible = await channels.visibleTo(principal)
      if (visible === null) return reports.find(principal, filter, options)
      const { channelId = visible } = filter
      if (channelId !== visible) return { records: [], next: undefined }
      return reports.find(principal, { ...filter, channelId } satisfies ReportFilter, options)
    },
    async findByIds(principal, smsIds, options) {
      const visible = await channels.visibleTo(principal)
      return reports.findByIds(principal, smsIds, visible === null ? options : { ...options, channelId: visible })
    },
  }
}

/**
 * `Uploads` for people: an upload may go out from any channel, so those who see only one see only their own uploads.
 */
export function visibleUploads(uploads: Uploads, channels: Pick<Channels, 'visibleTo'>): Uploads {
  const isLimited = async (principal: Principal) => (await channels.visibleTo(principal)) !== null

  /** Throws `upload-not-found` for an upload that the principal does not see. */
  async function require(principal: Principal, uploadId: number): Promise<void> {
    if (!(await isLimited(principal))) return
    if ((await uploads.get(principal, uploadId))?.userId !== principal.userId) throw uploadNotFound()
  }

  /** The same operation, on uploads that the principal sees. */
  function guarded<A extends unknown[], R>(work: (principal: Principal, uploadId: number, ...rest: A) => Promise<R>) {
    return async (principal: Principal, uploadId: number, ...rest: A): Promise<R> => {
      await require(principal, uploadId)
      return work(principal, uploadId, ...rest)
    }
  }

  return {
    create: (principal, upload) => uploads.create(principal, upload),
    createFromGroups: (principal, upload) => uploads.createFromGroups(principal, upload),
    createFromFailed: guarded((...call) => uploads.createFromFailed(...call)),
    noteBulk: (principal, bulk) => uploads.noteBulk(principal, bulk),
    async find(principal, page) {
      const found = await uploads.find(principal, page)
      if (!(await isLimited(principal))) return found
      return { ...found, records: found.records.filter(({ userId }) => userId === principal.userId) }
    },
    async get(principal, uploadId) {
      const found = await uploads.get(principal, uploadId)
      return found?.userId === principal.userId || !(await isLimited(principal)) ? found : undefined
    },
    addRows: guarded((...call) => uploads.addRows(...call)),
    sample: guarded((...call) => uploads.sample(...call)),
    plan: guarded((...call) => uploads.plan(...call)),
    rows: guarded((...call) => uploads.rows(...call)),
    setRow: guarded((...call) => uploads.setRow(...call)),
    start: guarded((...call) => uploads.start(...call)),
    pause: guarded((...call) => uploads.pause(...call)),
    resume: guarded((...call) => uploads.resume(...call)),
    cancel: guarded((...call) => uploads.cancel(...call)),
    rename: guarded((...call) => uploads.rename(...call)),
    limitSpeed: guarded((...call) => uploads.limitSpeed(...call)),
    results: guarded((...call) => uploads.results(...call)),
    states: guarded((...call) => uploads.states(...call)),
  }
}
