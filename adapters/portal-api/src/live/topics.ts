import type { ChangeFeed, ChangeSubject, Instances, Principal, VirtualPhones } from '@heliograph/contracts'

/** The services that announce changes, or are checked for them. */
export interface LiveServices {
  readonly changeFeed: ChangeFeed
  readonly instances: Instances
  readonly virtualPhones: VirtualPhones | undefined
}

/** Who follows a topic. */
export interface Viewer {
  readonly principal: Principal
  /** An operator who acts for no client sees what all have. */
  readonly everyClient: boolean
}

/** Something that viewers follow. */
interface FollowedTopic {
  /** The same for all viewers that see the same changes, which are then followed only once. */
  readonly scope: (viewer: Viewer) => string
}

/** Each change is announced by the node that makes it. */
export interface AnnouncedTopic extends FollowedTopic {
  readonly subject: ChangeSubject
}

/** It changes by itself in this process, without an announcement: it is checked while a viewer follows it. */
export interface LookedAtTopic extends FollowedTopic {
  readonly everyMs: number
  /** A text that is cheap to find out and differs after a change. */
  readonly look: (services: LiveServices, viewer: Viewer) => Promise<string>
}

/** A `user` may see only one channel of its client. */
const byView = ({ principal: { role, clientId, userId }, everyClient }: Viewer) =>
  role === 'user' ? `user ${userId}` : everyClient ? 'every' : `${role} ${clientId}`

/**
 * The topics that can be followed. Viewers are only told that something has changed and then request it, so that no one
 * learns here what the endpoints would not show.
 */
export const TOPICS = {
  /** Messages and their states, and what is scheduled. */
  messages: { scope: byView, subject: 'messages' },
  /** Conversations: what came in, what was answered, what is unread, who takes care of it and who is writing. */
  inbox: { scope: byView, subject: 'conversations' },
  /** Figures of messages and webhooks have been counted again. */
  figures: { scope: () => '', subject: 'figures' },
  /** Webhooks and their attempts. */
  webhooks: { scope: byView, subject: 'webhooks' },
  /** Alerts that begin and end, for those who keep the account. */
  alerts: { scope: byView, subject: 'alerts' },
  /** Uploads and how far they are. */
  uploads: { scope: byView, subject: 'uploads' },
  /** The log of requests. */
  requests: { scope: byView, subject: 'requests' },
  /** Messages of unknown outcome; for operators. */
  unknown: { scope: ({ principal }) => principal.role, subject: 'unknown' },
  /** Links with their rates, holds and pauses: what messages of any client may wait for. */
  deployment: { scope: () => '', subject: 'deployment' },
  /** The nodes that live, every few seconds; for operators. */
  heartbeats: { scope: byView, subject: 'heartbeats' },
  /** How the instances of this node are; for operators. */
  instances: {
    everyMs: 5_000,
    scope: ({ principal }) => principal.role,
    async look({ instances: service }, { principal }) {
      const { instances } = await service.list(principal)
      return instances.map(({ instanceId, health }) => `${instanceId} ${health?.status} ${health?.reason}`).join()
    },
  },
  /** What is on virtual phones, of any client. */
  phones: {
    everyMs: 1_000,
    scope: () => '',
    look: async ({ virtualPhones }) => String(virtualPhones?.newest(1)[0]?.order ?? 0),
  },
} as const satisfies Record<string, AnnouncedTopic | LookedAtTopic>

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]
