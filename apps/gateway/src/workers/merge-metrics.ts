/** The metrics of one process, as OpenMetrics text. */
export interface ScrapedMetrics {
  /** What its samples get as the label `worker`; undefined: they are left as they are. */
  readonly worker: string | undefined
  readonly text: string
}

/** A metric with the lines that describe it, and its samples from all processes. */
interface Family {
  readonly about: string[]
  readonly samples: string[]
}

const ABOUT = /^# (?:HELP|TYPE|UNIT) (\S+)/
const END = '# EOF'

/** Joins the metrics of several processes to one text, in which each metric is described once. Pure. */
export function mergeMetrics(scraped: readonly ScrapedMetrics[]): string {
  const families = new Map<string, Family>()
  for (const { worker, text } of scraped) addAll(families, text, worker)
  const lines = [...families.values()].flatMap(({ about, samples }) => [...about, ...samples])
  return `${[...lines, END].join('\n')}\n`
}

function addAll(families: Map<string, Family>, text: string, worker: string | undefined): void {
  const known = new Set(families.keys())
  let family: Family | undefined
  for (const line of text.split('\n')) {
    const name = ABOUT.exec(line)?.[1]
    if (name !== undefined) {
      family = families.get(name) ?? { about: [], samples: [] }
      families.set(name, family)
      if (!known.has(name)) family.about.push(line)
    } else if (line !== '' && line !== END) {
      family?.samples.push(worker === undefined ? line : withLabel(line, worker))
    }
  }
}

/** `name{a="b"} 1` or `name 1`, with the label `worker`. */
function withLabel(sample: string, worker: string): string {
  const label = `worker="${worker.replace(/[\\"\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`))}"`
  const end = sample.search(/[{ ]/)
  const [name, rest] = [sample.slice(0, end), sample.slice(end)]
  if (rest.startsWith('{}')) return `${name}{${label}}${rest.slice(2)}`
  return rest.startsWith('{') ? `${name}{${label},${rest.slice(1)}` : `${name}{${label}}${rest}`
}
