import { Logins, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** What the interface needs of the gateway. */
export const kannelSendsmsDependencies = { ...textDependencies, logins: Logins }

export type KannelSendsmsServices = ResolvedServices<typeof kannelSendsmsDependencies>
