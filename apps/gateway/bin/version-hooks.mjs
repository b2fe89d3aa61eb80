// Passes the version in which a module was imported (`?heliograph=2`, by `FreshModules`) on to what it imports by
// relative paths, so that a package is loaded as a whole again.
const VERSION = /\?heliograph=\d+$/

export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context)
  const [version] = VERSION.exec(context.parentURL ?? '') ?? []
  return version !== undefined && /^\.{1,2}\//.test(specifier) ? { ...resolved, url: resolved.url + version } : resolved
}
