import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a gateway went through since the last reading. */
export interface MeterReading {
  /** The most CPU time, in ms, that its main thread took between two timers 5 ms apart. */
  readonly blockedMs: number
  /** Most resident memory. */
  readonly mebibytes: number
}

/** Reads the meter in the gateway (`bin/attack-meter.mjs`) and begins a new measurement. */
export async function readMeter(path: string): Promise<MeterReading> {
  const socket = connect(path)
  return JSON.parse(await text(socket)) as MeterReading
}
