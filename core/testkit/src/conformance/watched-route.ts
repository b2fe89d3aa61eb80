import { isDeepStrictEqual } from 'node:util'
import type { HttpRequest, RouteSpec } from '@heliograph/contracts'
import { noteInvolved } from './author-lines.ts'
import type { Conduct } from './conduct.ts'

/** Returns the route with its handler run as work of the instance; the handler must not change its request. */
export function watchedRoute(route: RouteSpec, conduct: Conduct): RouteSpec {
  return {
    ...route,
    async handler(request) {
      noteInvolved(`${route.method} ${route.path}`, route.handler)
      const changed = watchRequest(request)
      try {
        return await conduct.run(() => route.handler(request))
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
