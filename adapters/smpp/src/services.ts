import {
  Directory,
  Messages,
  Reports,
  type ResolvedServices,
  Segments,
  Sessions,
  SmppLogins,
  Submissions,
} from '@heliograph/contracts'

/** The services of the gateway that the server needs. */
export const smppDependencies = {
  logins: SmppLogins,
  directory: Directory,
  sessions: Sessions,
  submissions: Submissions,
  segments: Segments,
  messages: Messages,
  reports: Reports,
}

export type SmppServices = ResolvedServices<typeof smppDependencies>
