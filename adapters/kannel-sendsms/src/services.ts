import { Logins, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** The services that the interface uses. */
export const kannelSendsmsDependencies = { ...textDependencies, logins: Logins }

export type KannelSendsmsServices = ResolvedServices<typeof kannelSendsmsDependencies>
