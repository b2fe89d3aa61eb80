import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { v2ConfigSchema } from './config.ts'
import { createDocumentationRoutes, DOCUMENTATION_PATH } from './documentation.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'
import { v2Dependencies } from './services.ts'
import { createTokenRoutes } from './tokens/token-routes.ts'

const VERSION = '0.1.0'

/** The v2 JSON REST interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'v2',
  version: VERSION,
  configSchema: v2ConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: false },
  deps: v2Dependencies,
  create(context, { accessTokenSeconds, documentation }) {
    const { brand, clock, services } = context
    const takesTokens = accessTokenSeconds > 0
    const documented = documentation
      ? createDocumentationRoutes(`${brand.name}: SMS API, version 2`, VERSION, () => context.publicUrl, takesTokens)
      : []
    const tokens = takesTokens
      ? createTokenRoutes({ services, clock, lifetimeSeconds: accessTokenSeconds, publicUrl: () => context.publicUrl })
      : []
    return {
      routes: [...createRoutes({ clock, services, takesTokens }), ...tokens, ...documented],
      formatError,
      example: formatExample,
      documentation: documentation ? DOCUMENTATION_PATH : undefined,
    }
  },
})
