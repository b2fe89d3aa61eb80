import type { Finding, Outcome } from './plan.ts'

/** A value with the line that gives it. */
export interface Setting {
  readonly value: string
  readonly place: string
}

/** Settings that belong together. */
export interface SettingGroup {
  /** As the file calls it. */
  readonly kind: string
  readonly place: string
  /** By their names; of one that is repeated, the last counts. */
  readonly settings: ReadonlyMap<string, Setting>
}

/** Reads the settings of one group and notes what becomes of each. */
export class SettingReader {
  readonly #group: SettingGroup
  readonly #name: string
  readonly #findings: Finding[]
  readonly #seen = new Set<string>()

  /** `name`: of the group in findings, for example `smsc main`. */
  constructor(group: SettingGroup, name: string, findings: Finding[]) {
    this.#group = group
    this.#name = name
    this.#findings = findings
  }

  /** The value, without a note; undefined where it is absent or empty. */
  value(name: string): string | undefined {
    const value = this.#group.settings.get(name)?.value
    return value === '' ? undefined : value
  }

  /** Maps a value that is there and notes what became of it. */
  map<T>(name: string, map: (value: string) => T, how: string, outcome: Outcome = 'done'): T | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    this.note(name, outcome, how)
    return map(value)
  }

  /** A number; undefined where it is absent or none. */
  number(name: string, how: string): number | undefined {
    return this.map(name, (value) => (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined), how)
  }

  isTrue(name: string): boolean {
    return /^(?:true|yes|on|1)$/i.test(this.value(name) ?? '')
  }

  note(name: string, outcome: Outcome, how: string): void {
    this.#seen.add(name)
    const place = this.#group.settings.get(name)?.place ?? this.#group.place
    this.#findings.push({ place, subject: `${this.#name}: ${name}`, outcome, how })
  }

  /** Notes what remains: known reasons by name, or else that there is nothing like it. */
  finish(reasons: Readonly<Record<string, readonly [Outcome, string]>>): void {
    for (const name of this.#group.settings.keys()) {
      if (this.#seen.has(name)) continue
      if (this.value(name) === undefined) {
        this.note(name, 'done', 'it is empty')
        continue
      }
      const [outcome, how] = reasons[name] ?? (['not', 'the gateway has nothing like it'] as const)
      this.note(name, outcome, how)
    }
  }
}
