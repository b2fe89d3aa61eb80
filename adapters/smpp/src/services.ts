import {
  Messages,
  Reports,
  type ResolvedServices,
  Segments,
  Sessions,
  SmppLogins,
  Submissions,
} from '@heliograph/contracts'

/** What the server needs of the gateway. */
export const smppDependencies = {
  logins: SmppLogins,
  sessions: Sessions,
  submissions: Submissions,
  segments: Segments,
  messages: Messages,
  reports: Reports,
}

export type SmppServices = ResolvedServices<typeof smppDependencies>
