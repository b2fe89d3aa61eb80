/**
 * The candidate that an operator most likely meant, or undefined when none is near. Ignores case, hyphens and
 * underscores.
 */
export function nearest(written: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(written)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  // Changing every letter would turn any word into any other.
  let bestDistance = Math.min(limit + 1, wanted.length)
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate))
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[-_]/g, '')
}

/**
 * Counts the letters to insert, drop, change or swap with their neighbour (Damerau-Levenshtein, optimal string
 * alignment).
 */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1
      const candidates = [
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + change,
      ]
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        candidates.push((beforePrevious[column - 2] ?? 0) + 1)
      }
      current.push(Math.min(...candidates))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[to.length] ?? 0
}
