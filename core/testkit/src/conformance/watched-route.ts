import { isDeepStrictEqual } from 'node:util'
import { type HttpRequest, type RequestIdentity, type RouteSpec, runRoute } from '@heliograph/contracts'
import { noteInvolved } from './author-lines.ts'
import type { Conduct } from './conduct.ts'

/** What is reported about the requests of a route. */
interface RouteWatch {
  /** Gets each request. */
  readonly onRequest?: ((request: object) => void) | undefined
  /** Gets who sends it. */
  readonly noteIdentity?: ((identity: RequestIdentity) => void) | undefined
}

/** Returns the route run as work of the instance, which must not change its request. */
export function watchedRoute(
  route: RouteSpec,
  conduct: Conduct,
  { onRequest, noteIdentity }: RouteWatch = {},
): RouteSpec {
  return {
    ...route,
    authenticate: undefined,
    async handler(request) {
      noteInvolved(`authenticate of ${route.method} ${route.path}`, route.authenticate)
      noteInvolved(`${route.method} ${route.path}`, route.handler)
      onRequest?.(request)
      const changed = watchRequest(request)
      try {
        return await conduct.run(() => runRoute(route, request, noteIdentity))
      } finally {
        for (const name of changed()) conduct.note(`changes the request that ${route.path} was given: ${name}`)
      }
    },
  }
}

/** Records a request; the returned function returns the names of the fields that have changed since. */
function watchRequest(request: HttpRequest): () => readonly string[] {
  const look = () => ({
    method: request.method,
    path: request.path,
    query: request.query,
    headers: { ...request.headers },
    params: { ...request.params },
    body: Buffer.from(request.body),
    remoteAddress: request.remoteAddress,
    isSecure: request.isSecure,
    clientCertificate: request.clientCertificate,
    requestId: request.requestId,
  })
  const before = look()
  return () => {
    const after = look()
    const names = Object.keys(before) as (keyof typeof before)[]
    return names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  }
}
