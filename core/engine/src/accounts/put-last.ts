/** Puts an entry at the end of a map that has at most so many; beyond that, the first makes room. */
export function putLast<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const first = map.keys().next()
  if (!first.done) map.delete(first.value)
}
