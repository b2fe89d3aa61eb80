/** Splits a request target into path and query. The absolute form (RFC 9112 section 3.2.2) loses scheme and host. */
export function splitRequestTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return { path: path.startsWith('/') ? path : originForm(path), query: mark < 0 ? '' : target.slice(mark + 1) }
}

function originForm(path: string): string {
  const absolute = /^https?:\/\/[^/]*(\/.*)?$/i.exec(path)
  return absolute === null ? path : (absolute[1] ?? '/')
}
