/** The URLs of the bundles by import name. */
let bundles = {}

export function initialize(data) {
  bundles = data
}

export function resolve(specifier, context, nextResolve) {
  const url = bundles[specifier]
  return url === undefined ? nextResolve(specifier, context) : { url, format: 'module', shortCircuit: true }
}
