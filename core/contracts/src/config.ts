/**
 * A field of a configuration schema that holds a secret is written `Type.String({ secret: true, ... })`. The host takes
 * its value from the file, from `{ env: NAME }` or from `{ file: PATH }`, and never prints it.
 * @stability stable
 */
export interface SecretOption {
  readonly secret: true
}

/**
 * A change of a module's configuration after which old files still work: the host rewrites the value and warns once,
 * naming instance and path.
 * @stability stable
 */
export type ConfigDeprecation =
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'unused'; readonly path: string }

/** The value at `from` (dotted path) moves to `to`. @stability stable */
export function renamed(from: string, to: string): ConfigDeprecation {
  return { kind: 'renamed', from, to }
}

/** The value at `path` (dotted) has no meaning any more and is dropped. @stability stable */
export function unused(path: string): ConfigDeprecation {
  return { kind: 'unused', path }
}
