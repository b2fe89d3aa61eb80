import { encodePdu } from '../src/index.ts'
import { SAMPLES } from './pdu-samples.ts'

/** Pseudo-random numbers that are the same in every run (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * below)
  }
}

const FRAMES = SAMPLES.map(({ pdu }) => encodePdu(pdu))
const NASTY = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff]

type Random = (below: number) => number

/** A frame of any command with an error in it; its command_length is correct, so that the stream stays in step. */
export function mutatedFrame(random: Random): Buffer {
  const original = FRAMES[random(FRAMES.length)] ?? Buffer.alloc(16)
  let frame: Buffer = Buffer.from(original.subarray(0, Math.min(original.length, 400)))
  for (let count = 1 + random(4); count > 0; count--) frame = mutate(frame, random)
  frame.writeUInt32BE(frame.length, 0)
  return frame
}

function mutate(frame: Buffer, random: Random): Buffer {
  const at = 16 + random(Math.max(1, frame.length - 16))
  switch (random(7)) {
    case 0:
      return frame.subarray(0, Math.max(16, at))
    case 1:
      return Buffer.concat([frame, noise(1 + random(30), random)])
    case 2:
      return Buffer.concat([frame.subarray(0, at), noise(1 + random(5), random), frame.subarray(at)])
    case 3:
      // A command that does not match the body.
      frame.writeUInt32BE((random(2) === 0 ? 0 : 0x80000000) + random(0x24), 4)
      return frame
    case 4:
      frame[8 + random(8)] = random(256)
      return frame
    case 5:
      // One NUL less, or one more.
      for (let index = at; index < frame.length; index++) {
        if (frame[index] === 0) {
          frame[index] = 0x41
          break
        }
      }
      return frame
    default:
      if (at < frame.length) frame[at] = random(2) === 0 ? (NASTY[random(NASTY.length)] ?? 0) : random(256)
      return frame
  }
}

export function noise(length: number, random: Random): Buffer {
  const octets = Buffer.allocUnsafe(length)
  for (let index = 0; index < length; index++) octets[index] = random(256)
  return octets
}

const PROBES = [
  Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  Buffer.from('160301020001000001fc0303', 'hex'),
  Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'),
  Buffer.from('0d0a0d0a000d0a515549540a2111000c', 'hex'),
  Buffer.alloc(64),
  Buffer.alloc(64, 0xff),
]

/** A stream that may contain anything: probes of other protocols, noise, wrong lengths, PDUs in between. */
export function wildStream(random: Random): Buffer {
  const pieces: Buffer[] = []
  for (let count = 1 + random(4); count > 0; count--) {
    const kind = random(6)
    const frame = mutatedFrame(random)
    if (kind === 0) pieces.push(PROBES[random(PROBES.length)] ?? frame)
    else if (kind === 1) pieces.push(noise(random(60), random))
    else if (kind === 2) frame.writeUInt32BE(random(2) === 0 ? random(frame.length * 2) : random(0x1_0000_0000), 0)
    pieces.push(frame)
  }
  return Buffer.concat(pieces)
}
