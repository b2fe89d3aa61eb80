import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from './command-error.ts'

/** More than any password or key has. */
const MAX_OCTETS = 65_536

export interface ProcessInput {
  /** True when a person types it. */
  readonly isTyped: boolean
  /** All of it, up to its end. Throws `CommandError` when it is longer than 64 KiB. */
  readAll(): Promise<Uint8Array>
  /** Asks for a line and does not show what is typed. Throws `CommandError` when the person gives up. */
  askHidden(question: string): Promise<string>
}

export const processInput: ProcessInput = {
  get isTyped() {
    return process.stdin.isTTY === true
  },
  async readAll() {
    const chunks: Buffer[] = []
    let octets = 0
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      octets += chunk.length
      if (octets > MAX_OCTETS) throw new CommandError('input-too-long', 'Standard input is longer than 64 KiB.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  },
  askHidden(question) {
    process.stderr.write(question)
    // The echo of a terminal is what a line editor writes, and this one writes nowhere.
    const output = new Writable({ write: (_chunk, _encoding, done) => done() })
    const editor = createInterface({ input: process.stdin, output, terminal: true })
    return new Promise<string>((resolve, reject) => {
      editor.once('line', resolve)
      editor.once('SIGINT', () => editor.close())
      // A promise that has its line takes no notice of this.
      editor.once('close', () => reject(new CommandError('interrupted', 'Nothing was entered.')))
    }).finally(() => {
      editor.close()
      process.stderr.write('\n')
    })
  },
}
