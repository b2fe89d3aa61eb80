import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodePdu, FrameError, FrameReader } from '../src/index.ts'
import './fixed-seed.ts'

function framesOf(reader: FrameReader): Buffer[] {
  const frames: Buffer[] = []
  for (let frame = reader.next(); frame !== undefined; frame = reader.next()) frames.push(frame)
  return frames
}

describe('FrameReader', () => {
  it('cuts the same frames however the stream is cut', () => {
    const frames = fc.array(
      fc.uint8Array({ minLength: 16, maxLength: 200 }).map((octets) => {
        const frame = Buffer.from(octets)
        frame.writeUInt32BE(frame.length, 0)
        return frame
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (written, sizes) => {
        const reader = new FrameReader()
        const stream = Buffer.concat(written)
        const read: Buffer[] = []
        for (let offset = 0, turn = 0; offset < stream.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          reader.push(stream.subarray(offset, offset + size))
          read.push(...framesOf(reader))
          offset += size
        }
        assert.deepEqual(read, written)
      }),
    )
  })

  it('takes another chunk before the last one is used up', () => {
    const reader = new FrameReader()
    const frame = encodePdu({ command: 'enquire_link', sequenceNumber: 1 })
    reader.push(Buffer.concat([frame, frame]))
    assert.deepEqual(reader.next(), frame)
    reader.push(frame.subarray(0, 10))
    reader.push(frame.subarray(10))
    assert.deepEqual(framesOf(reader), [frame, frame])
  })

  it('takes a frame of the greatest length, one octet at a time', () => {
    const frame = Buffer.alloc(70_000, 7)
    frame.writeUInt32BE(frame.length, 0)
    const reader = new FrameReader()
    for (const octet of frame) reader.push(Buffer.from([octet]))
    for (const octet of frame) {
      reader.push(Buffer.from([octet]))
      const read = reader.next()
      if (read !== undefined) assert.deepEqual(read, frame)
    }
  })

  const WRONG: readonly (readonly [string, string | Buffer, number])[] = [
    ['a length of 0', Buffer.alloc(4), 0],
    ['a length below the header', Buffer.from([0, 0, 0, 15]), 15],
    ['a length of 4 GB', Buffer.alloc(4, 0xff), 0xffffffff],
    ['a length just above the limit', Buffer.from([0, 1, 0x11, 0x71]), 70_001],
    ['an HTTP request', 'GET / HTTP/1.1\r\n', 0x47455420],
    ['a TLS hello', Buffer.from('16030100', 'hex'), 0x16030100],
    ['an SSH banner', 'SSH-2.0-OpenSSH', 0x5353482d],
  ]
  for (const [name, octets, length] of WRONG) {
    it(`refuses ${name}, whole or in pieces`, () => {
      const isRefused = (error: unknown): boolean => error instanceof FrameError && error.length === length
      const whole = new FrameReader()
      whole.push(Buffer.from(octets as string))
      assert.throws(() => whole.next(), isRefused)
      const pieces = new FrameReader()
      assert.throws(() => {
        for (const octet of Buffer.from(octets as string)) {
          pieces.push(Buffer.from([octet]))
          pieces.next()
        }
      }, isRefused)
    })
  }
})
