import type { Alerts, Conversations, Principal, SystemStatus, Uploads, VirtualPhones } from '@heliograph/contracts'

/** The services that are checked for changes. */
export interface LiveServices {
  readonly alerts: Alerts
  readonly conversations: Conversations
  readonly systemStatus: SystemStatus
  readonly uploads: Uploads
  readonly virtualPhones: VirtualPhones | undefined
}

/** Something that viewers follow. */
interface FollowedTopic {
  /** The same for all principals that see the same changes, which are then looked for only once. */
  readonly scope: (principal: Principal) => string
  /** A text that is cheap to find out and differs after a change. */
  readonly look: (services: LiveServices, principal: Principal) => Promise<string>
}

const byUser = ({ clientId, userId }: Principal) => `${clientId} ${userId}`
/** A `user` may see only one channel of its client. */
const byView = ({ role, ...principal }: Principal) =>
  role === 'user' ? byUser({ role, ...principal }) : `${role} ${principal.clientId}`

/**
 * The topics that can be followed. Viewers are only told that something has changed and then request it, so that no one
 * learns here what the endpoints would not show.
 */
export const TOPICS = {
  /** Figures and states of messages and webhooks. */
  messages: {
    scope: byView,
    async look({ systemStatus }, principal) {
      const messages = await systemStatus.messages(principal, { minutes: 60 })
      return JSON.stringify([messages, await systemStatus.webhooks(principal)])
    },
  },
  /** Conversations: what came in, what was answered, what is unread. */
  inbox: {
    scope: byUser,
    async look({ conversations }, principal) {
      const { records } = await conversations.find(principal, { limit: 20 })
      return JSON.stringify(records.map((each) => [each.lastIncoming, each.lastOutgoing, each.unread]))
    },
  },
  /** Alerts that begin and end, for those who keep the account. */
  alerts: {
    scope: byView,
    async look({ alerts }, principal) {
      if (principal.role === 'user') return ''
      const events = await alerts.events(principal, { limit: 20 })
      return JSON.stringify(events.map(({ eventId, endedAt }) => [eventId, endedAt]))
    },
  },
  /** Uploads and how far they are. */
  uploads: {
    scope: byView,
    look: async ({ uploads }, principal) => JSON.stringify(await uploads.find(principal, { limit: 20 })),
  },
  /** What is on virtual phones, of any client. */
  phones: {
    scope: () => '',
    look: async ({ virtualPhones }) => String(virtualPhones?.newest(1)[0]?.order ?? 0),
  },
} as const satisfies Record<string, FollowedTopic>

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]
