import { brandSchema } from './brand.ts'
import { instancesSchema } from './instances.ts'
import { adminSchema, httpSchema, listenersSchema } from './listener.ts'
import { logSchema } from './log.ts'
import { nodeSchema } from './node.ts'
import { webhookTlsSchema } from './outgoing-tls.ts'
import { publicUrlSchema } from './public-url.ts'
import { stopSchema } from './stop.ts'

/** The sections of the configuration that the runtime itself reads. */
export const runtimeSections = {
  publicUrl: publicUrlSchema,
  brand: brandSchema,
  node: nodeSchema,
  http: httpSchema,
  listeners: listenersSchema,
  admin: adminSchema,
  log: logSchema,
  stop: stopSchema,
  webhookTls: webhookTlsSchema,
  instances: instancesSchema,
} as const
