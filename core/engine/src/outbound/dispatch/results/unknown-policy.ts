import { PRIORITIES } from '@heliograph/contracts'
import type { EngineSettings } from '../../../settings.ts'

/** What becomes of a message whose submit response never came: sent again, or held until a receipt comes. */
export type UnknownPolicy = 'resend' | 'hold'

/** What the policy depends on. */
export interface UnknownSubject {
  readonly link: string
  readonly priority: number
  readonly clientId: number
  /** The interface that the message came by. */
  readonly origin: string
}

/**
 * Decides by the first of these that is set: the client, the interface, the link; else by the priority. Who sends knows
 * best whether a text twice is worse than one lost. Pure.
 */
export function unknownPolicy(
  { submissions, links }: Pick<EngineSettings, 'submissions' | 'links'>,
  { link, priority, clientId, origin }: UnknownSubject,
): UnknownPolicy {
  const { clients, interfaces } = submissions.unknownOutcome
  return (
    clients[clientId] ??
    interfaces[origin] ??
    links[link]?.unknownOutcome ??
    (priority <= PRIORITIES.HIGH ? 'resend' : 'hold')
  )
}
