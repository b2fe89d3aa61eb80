/** A loader hook that takes the sources of packages that have some: what `--conditions=@heliograph/source` does, without a process of its own. */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, '@heliograph/source'] })
}
