import {
  Directory,
  Logins,
  Mail,
  MessageEvents,
  optionalService,
  type ResolvedServices,
  StateStore,
  Submissions,
} from '@heliograph/contracts'

/** The services that the server uses; `mail` only for `replies`. */
export const emailDependencies = {
  directory: Directory,
  logins: Logins,
  submissions: Submissions,
  state: StateStore,
  events: MessageEvents,
  mail: optionalService(Mail),
}

export type EmailServices = ResolvedServices<typeof emailDependencies>

/** The name of this interface in logs and reports. */
export const ORIGIN = 'email'
