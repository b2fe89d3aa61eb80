import { InvalidArgumentError } from 'commander'

/** Reads an option's value that is a whole number. */
export function integer(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least) throw new InvalidArgumentError(`a number from ${least} upwards`)
    return value
  }
}

/** An option that may be given several times. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value]
}
