/** The names of the nodes of a gateway: its own, or one for each worker. */
export function nodeNames(name: string, workers: number): readonly string[] {
  return workers === 1 ? [name] : Array.from({ length: workers }, (_, index) => `${name}-${index + 1}`)
}
