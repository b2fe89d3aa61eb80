import {
  Channels,
  type Clock,
  type HttpRequest,
  Messages,
  type Principal,
  Reports,
  type ResolvedServices,
} from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'
import type { TwilioConfig } from './config.ts'
import type { Writers } from './resources.ts'

/** The services that the interface uses. */
export const twilioDependencies = { ...textDependencies, channels: Channels, reports: Reports, messages: Messages }

export type TwilioServices = ResolvedServices<typeof twilioDependencies>

/** What an operation works with. */
export interface TwilioContext extends Writers {
  readonly services: TwilioServices
  readonly clock: Clock
  readonly instanceId: string
  readonly config: TwilioConfig
}

/** A request from an authenticated sender about its own account. */
export interface Call {
  readonly principal: Principal
  readonly request: HttpRequest
}
