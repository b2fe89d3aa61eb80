/** Machine code before and after a correction, of equal length, in hexadecimal. */
interface Correction {
  readonly before: string
  readonly after: string
}

/**
 * The reading of a header line in uWebSockets.js 20.30.0 for Linux on x64. It takes octets over 0x7f for blanks, since
 * `char` is signed there, and drops them at both ends of a value, so that `Content-Length: \x8013` is 13; and a line
 * without a name ends the list of headers for all that read it, so that a Content-Length after it is not seen. Another
 * reader in front may see a body that ends elsewhere (RFC 9112 section 11.2).
 *
 * The correction compares without sign (`jae`, `ja`) and refuses a name of length 0 like any other bad name. There is
 * room because a jump is written in its long form and followed by a filler.
 */
const HEADER_LINE: Correction = {
  before: [
    '0f8539feffff 80380a 0f8530feffff', // jne refuse; cmp [rax],'\n'; jne refuse
    '4d8d7202 4c89d0 4c29d8 488b4c2408', // lea r14,[r10+2]; mov rax,r10; sub rax,r11; mov rcx,[rsp+8]
    '48894130 4c895938 0f8441000000', // mov [rcx+0x30],rax; mov [rcx+0x38],r11; je stored
    '49f7d3 4d01d3 0f1f8000000000', // not r11; add r11,r10; filler
    '41803c0121 7d10', // cmp [r9+rax],0x21; jge
    '4983c3ff 4883c0ff 48894130 75eb eb1d 4983c102',
    '418079ff20 7f12', // cmp [r9-1],0x20; jg
  ].join(''),
  after: [
    '0f8539feffff 80380a 0f8530feffff',
    '4d8d7202 488b4c2408 83792000 0f841dfeffff', // lea; mov rcx,[rsp+8]; cmp [rcx+0x20],0; je refuse
    '4c89d0 4c29d8 48894130 4c895938 743b', // mov rax,r10; sub rax,r11; mov; mov; je stored
    '49f7d3 4d01d3 90', // not r11; add r11,r10; nop
    '41803c0121 7310', // jae
    '4983c3ff 4883c0ff 48894130 75eb eb1d 4983c102',
    '418079ff20 7712', // ja
  ].join(''),
}

/** The binary with its parser corrected; undefined when it does not have exactly the code that is known. */
export function correctUws(binary: Buffer): Buffer | undefined {
  const before = octetsOf(HEADER_LINE.before)
  const at = binary.indexOf(before)
  if (at < 0 || binary.indexOf(before, at + 1) >= 0) return undefined
  const corrected = Buffer.from(binary)
  octetsOf(HEADER_LINE.after).copy(corrected, at)
  return corrected
}

function octetsOf(hexadecimal: string): Buffer {
  return Buffer.from(hexadecimal.replaceAll(' ', ''), 'hex')
}
