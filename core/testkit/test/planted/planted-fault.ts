import assert from 'node:assert/strict'

/** One fault, and what the kit has to say of it. */
export interface PlantedFault {
  readonly name: string
  /** The check that notices it. */
  readonly fails: string
  readonly because: RegExp
  /** False: it has no place in the code. Otherwise the kit also names a line of the author's. */
  readonly line?: boolean | undefined
}

/** A place in a file of an author: in a list of faults, or in the module around them. */
const LINE = /test\/(?:fixtures|planted)\/.*\.ts:\d+:\d+/

/** Fails unless the check fails as the fault says, with a line. */
export async function assertFails(
  run: () => void | Promise<void>,
  { because, line = true }: PlantedFault,
  place = LINE,
): Promise<void> {
  await assert.rejects(
    async () => run(),
    ({ message }: Error) => {
      assert.match(message, because)
      if (line) assert.match(message, place, 'it names no line of the author')
      return true
    },
  )
}
