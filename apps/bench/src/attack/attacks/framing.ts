import { defineAttack, none } from '../attack.ts'
import { sendRaw } from '../http-client.ts'

const LENGTHS = ['\x8013', '13\x80', '+13', '-13', '1 3', '13 13', '13,13', '0x0d', '13.0', '1e1', '13;', '١٣', '', ' ']

const lengths = defineAttack({
  name: 'odd-lengths',
  title: 'Heads with a Content-Length that is no number',
  isHttp: true,
  bounds: { taken: none('requests taken') },
  async run({ http }) {
    let taken = 0
    for (const length of LENGTHS) {
      const head = `POST /sms/2/preview HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      const status = await sendRaw(http, Buffer.from(`${head}{"text":"abc"}`.slice(0, head.length + 13), 'latin1'))
      if (status !== 400 && status !== 0) taken += 1
    }
    return { taken }
  },
})

export const framingAttacks = [lengths]
