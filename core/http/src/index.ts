export { parseIpNetwork } from './addresses/ip-address.ts'
export { createHttpClient, type HttpClientOptions, type OutboundClient } from './outbound/http-client.ts'
export { createOutboundClients, type OutboundClients, type OwnTls } from './outbound/outbound-clients.ts'
export type { ResolvedAddress, Resolver } from './outbound/outbound-connector.ts'
export { type OutboundTls, openOutboundTls } from './outbound/outbound-tls.ts'
export { pageMount, pagePath } from './pages/page-routes.ts'
export { handlerTooLate } from './requests/request-errors.ts'
export { formatAdminError } from './routing/admin-error.ts'
export { INJECTED_REQUEST_ID, type InjectedRequest, type InjectedResponse, inject } from './routing/inject.ts'
export { DEFAULT_BODY_LIMIT } from './routing/route-group.ts'
export type { RouteMatch, RouterMount } from './routing/route-match.ts'
export { createRouter, type ResponseObserver, type Router, type RouterOptions } from './routing/router.ts'
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './server/http-limits.ts'
export { createHttpServer, DEFAULT_HSTS_SECONDS } from './server/http-server.ts'
export { ListenError, tryListening } from './server/listen-error.ts'
export { describeServerKind, resolveServerKind } from './server/server-kind.ts'
export type {
  ClientCertificateFiles,
  HttpServer,
  HttpServerOptions,
  ServerKind,
  TlsFiles,
} from './server/server-setup.ts'
