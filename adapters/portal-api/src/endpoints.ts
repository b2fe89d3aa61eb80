import type { Endpoint } from './endpoint.ts'
import { channelSecretEndpoints } from './endpoints/channels/channel-secrets.ts'
import { channelTestEndpoints } from './endpoints/channels/channel-tests.ts'
import { channelEndpoints } from './endpoints/channels/channels.ts'
import { interfaceEndpoints } from './endpoints/interfaces.ts'
import { logInEndpoints } from './endpoints/log-in.ts'
import { sessionEndpoints } from './endpoints/session.ts'
import { webhookEndpoints } from './endpoints/webhooks/webhooks.ts'

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...channelEndpoints,
  ...channelSecretEndpoints,
  ...channelTestEndpoints,
  ...interfaceEndpoints,
  ...logInEndpoints,
  ...sessionEndpoints,
  ...webhookEndpoints,
]
