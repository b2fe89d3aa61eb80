/**
 * A loader hook that uses the sources of packages that have them: it does what `--conditions=@heliograph/source` does,
 * without a separate process.
 */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, '@heliograph/source'] })
}
