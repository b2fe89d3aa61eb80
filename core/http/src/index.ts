export { formatAdminError } from './admin-error.ts'
export { createHttpClient, type HttpClientOptions, type OutboundClient } from './http-client.ts'
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts'
export { createHttpServer, type HttpServer, type HttpServerOptions, type TlsFiles } from './http-server.ts'
export { type InjectedRequest, type InjectedResponse, inject } from './inject.ts'
export { parseIpNetwork } from './ip-address.ts'
export { ListenError } from './listen-error.ts'
export {
  createOutboundClients,
  type OutboundClients,
} from './outbound-clients.ts'
export type { ResolvedAddress, Resolver } from './outbound-connector.ts'
export { DEFAULT_BODY_LIMIT } from './route-group.ts'
export type { RouteMatch, RouterMount } from './route-match.ts'
export { createRouter, type ResponseObserver, type Router, type RouterOptions } from './router.ts'
export { describeServerKind, resolveServerKind, type ServerKind } from './server-kind.ts'
