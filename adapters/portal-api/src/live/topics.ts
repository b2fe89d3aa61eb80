import type {
  Alerts,
  ChangeMarks,
  MessageCounts,
  Principal,
  SystemStatus,
  Uploads,
  VirtualPhones,
  Webhooks,
} from '@heliograph/contracts'

/** The services that are checked for changes. */
export interface LiveServices {
  readonly alerts: Alerts
  readonly changeMarks: ChangeMarks
  readonly systemStatus: SystemStatus
  readonly uploads: Uploads
  readonly virtualPhones: VirtualPhones | undefined
  readonly webhooks: Webhooks
}

/** Who follows a topic. */
export interface Viewer {
  readonly principal: Principal
  /** An operator who acts for no client sees what all have. */
  readonly everyClient: boolean
}

/** Something that viewers follow. */
interface FollowedTopic {
  /** How often changes are looked for. */
  readonly everyMs: number
  /** The same for all viewers that see the same changes, which are then looked for only once. */
  readonly scope: (viewer: Viewer) => string
  /** A text that is cheap to find out and differs after a change. */
  readonly look: (services: LiveServices, viewer: Viewer, now: number) => Promise<string>
}

const HOUR_MS = 3_600_000

const byClient = ({ principal }: Viewer) => String(principal.clientId)
/** A `user` may see only one channel of its client. */
const byView = ({ principal: { role, clientId, userId }, everyClient }: Viewer) =>
  role === 'user' ? `user ${userId}` : everyClient ? 'every' : `${role} ${clientId}`

/** Whose figures are meant: `undefined` stands for those of all clients. */
const figuresOf = ({ principal, everyClient }: Viewer) => (everyClient ? undefined : principal.clientId)

/**
 * The topics that can be followed. Viewers are only told that something has changed and then request it, so that no one
 * learns here what the endpoints would not show.
 */
export const TOPICS = {
  /** States of messages: of the newest at once, of those of the last hour when they are counted. */
  messages: {
    everyMs: 2_000,
    scope: byView,
    async look({ changeMarks, systemStatus }, viewer) {
      const { principal, everyClient } = viewer
      const newest = await changeMarks.of(principal, 'messages', { everyClient })
      const counts = await systemStatus.messages(principal, { minutes: 60, clientId: figuresOf(viewer) })
      return `${newest} ${sumByState(counts)}`
    },
  },
  /** Conversations: what came in, what was answered, what is unread, who takes care of it and who is writing. */
  inbox: {
    everyMs: 1_000,
    scope: byClient,
    look: ({ changeMarks }, { principal }) => changeMarks.of(principal, 'conversations'),
  },
  /** Figures of messages and webhooks have been counted again. */
  figures: {
    everyMs: 2_000,
    scope: () => '',
    look: ({ changeMarks }, { principal }) => changeMarks.of(principal, 'figures'),
  },
  /** States of webhooks: of the newest at once, of those of the last hour when they are counted. */
  webhooks: {
    everyMs: 2_000,
    scope: byView,
    async look({ systemStatus, webhooks }, viewer, now) {
      const { principal } = viewer
      const clientId = figuresOf(viewer)
      const newest = await webhooks.find(principal, { clientId, since: new Date(now - HOUR_MS), limit: 20 })
      const states = newest.records.map(({ webhookId, state, attempts }) => [webhookId, state, attempts])
      return JSON.stringify([states, await systemStatus.webhooks(principal, { clientId })])
    },
  },
  /** Alerts that begin and end, for those who keep the account. */
  alerts: {
    everyMs: 3_000,
    scope: byView,
    async look({ alerts }, { principal }) {
      if (principal.role === 'user') return ''
      const events = await alerts.events(principal, { limit: 20 })
      return JSON.stringify(events.map(({ eventId, endedAt }) => [eventId, endedAt]))
    },
  },
  /** Uploads and how far they are. */
  uploads: {
    everyMs: 1_000,
    scope: byView,
    look: async ({ uploads }, { principal }) => JSON.stringify(await uploads.find(principal, { limit: 20 })),
  },
  /** Links, nodes and what waits for them; for operators. */
  deployment: {
    everyMs: 3_000,
    scope: ({ principal }) => principal.role,
    async look({ systemStatus }, { principal }) {
      const { database, ...report } = await systemStatus.deployment(principal)
      return JSON.stringify([report, database.connections])
    },
  },
  /** What is on virtual phones, of any client. */
  phones: {
    everyMs: 1_000,
    scope: () => '',
    look: async ({ virtualPhones }) => String(virtualPhones?.newest(1)[0]?.order ?? 0),
  },
} as const satisfies Record<string, FollowedTopic>

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

function sumByState({ counts }: MessageCounts): string {
  const sums = new Map<string, number>()
  for (const { state, messages } of counts) sums.set(state, (sums.get(state) ?? 0) + messages)
  return JSON.stringify([...sums].sort())
}
