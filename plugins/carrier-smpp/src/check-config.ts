import type { CarrierConfig } from './config.ts'

/** Checks what the schema cannot express. Throws an `Error` that names the field. */
export function checkConfig({ links }: CarrierConfig): void {
  for (const [name, { binds, nodes }] of Object.entries(links)) {
    if (binds % nodes === 0) continue
    const nearest = nodes * Math.ceil(binds / nodes)
    throw new Error(
      `links.${name}.binds is ${binds}, which ${nodes} nodes cannot share equally: set binds to ${nearest}, or nodes to 1`,
    )
  }
}
