/** The topics whose changes the gateway reports. */
export type Topic =
  | 'messages'
  | 'inbox'
  | 'figures'
  | 'webhooks'
  | 'uploads'
  | 'alerts'
  | 'requests'
  | 'unknown'
  | 'deployment'
  | 'heartbeats'
  | 'instances'
  | 'phones'

/** Whose changes a tab follows. */
export interface LiveViewer {
  readonly userId: number
  /** Address of the stream, with the client that an operator acts for; topics are added to it. */
  readonly address: string
}

/** What a tab tells the streams. */
export type LiveWish =
  /** Replaces what it followed before. `begun`: of these it has not heard all the time since it last said so. */
  | {
      readonly kind: 'follow'
      readonly viewer: LiveViewer
      readonly topics: readonly Topic[]
      readonly begun: readonly Topic[]
    }
  /** The tab is closed, or shows another site. */
  | { readonly kind: 'leave' }
  /** The user has logged out, in all tabs. */
  | { readonly kind: 'logged-out'; readonly userId: number }

/**
 * What a tab receives. `up`: from now on it hears of each change; of earlier ones of these topics it may not have.
 * `down`: it hears of none at present. `refused`: the gateway takes this user for logged out, or for another one.
 */
export type LiveNews =
  | { readonly kind: 'changed'; readonly topic: Topic }
  | { readonly kind: 'up'; readonly topics: readonly Topic[] }
  | { readonly kind: 'down' | 'refused' }
