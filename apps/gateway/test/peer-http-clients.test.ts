import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { HTTP_CLIENTS } from './support/peers/http/clients.ts'
import type { FieldFormat, HttpClient } from './support/peers/http/request.ts'
import { areAllPending, type Login, TEXT_INTERFACES, type TextInterface } from './support/peers/http/text-interfaces.ts'
import { openSmppGateway, type SmppGateway } from './support/peers/smpp-gateway.ts'

// Third-party clients at the text interfaces: each encodes a text in its own way, and the same text reaches the
// network.

/** Characters that encoders and decoders often disagree about. */
const TEXT = 'Café + tea & milk: 100 % of 5 €; %41 is no A\n"second" line = <last>?'

/** A listener for HTTP/1.0 beside a server that does not speak it, as the README of the runtime advises. */
const OLD_CLIENTS = [
  'listeners.old-clients.port=0',
  'listeners.old-clients.host=127.0.0.1',
  'listeners.old-clients.server=node',
  `listeners.old-clients.instances=[${TEXT_INTERFACES.map(({ name }) => name).join(', ')}]`,
]

let lastNumber = 0
/** Recipients that nothing else is sent to, and for which the simulator simulates no problems. */
function nextRecipients(): readonly string[] {
  lastNumber += 1
  return ['000', '100'].map((ending) => `2782${String(lastNumber).padStart(4, '0')}${ending}`)
}

interface Attempt {
  readonly name: string
  readonly format: FieldFormat
  readonly to: readonly string[]
  readonly each: TextInterface
}

function attempts(): readonly Attempt[] {
  return TEXT_INTERFACES.flatMap((each) =>
    each.formats.map((format) => ({ name: `${each.name} by ${format}`, format, to: nextRecipients(), each })),
  )
}

// In parallel, because starting takes longer than the tests.
describe('clients of other makers at the text interfaces', { concurrency: 2 }, () => {
  for (const server of ['uws', 'node']) {
    describe(`on the ${server} server`, { concurrency: 1 }, () => {
      let folder: TestDataDir
      let gateway: GatewayProcess
      let network: Pick<SmppGateway, 'sent'>
      let login: Login
      before(async () => {
        folder = await makeUsedDataDir()
        const overrides = [`http.server=${server}`, ...(server === 'uws' ? OLD_CLIENTS : [])]
        const args = overrides.flatMap((override) => ['--set', override])
        gateway = await startGateway({ dataDir: folder.path, args })
        network = openSmppGateway(gateway)
        const key = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
        login = { key, email: 'demo@example.com', clientId: '1001' }
      })
      after(() => folder.remove())

      /** The base URL of the interfaces for a client. */
      const addressFor = ({ isOld }: HttpClient) => {
        const further = /"old-clients":"(http:[^" ]+)/.exec(gateway.output.stderr)?.[1]
        return isOld && server === 'uws' ? further : gateway.http
      }

      /** Every text that the network received for these numbers. */
      const textsFor = async (numbers: ReadonlySet<string>) => {
        const taken = (await network.sent()).filter(({ event, to }) => event === 'taken' && numbers.has(to))
        return taken.map(({ to, text }): readonly [string, string] => [to, text])
      }

      for (const client of HTTP_CLIENTS) {
        test(client.name, { skip: client.skip }, async () => {
          const tried = attempts()
          const { charset, changed = (text) => text } = client
          const answers = await client.send(
            tried.map(({ each, format, to }) => ({
              url: `${addressFor(client)}${each.path}`,
              format,
              headers: each.headers?.(login) ?? {},
              fields: each.fields(login, { to, text: TEXT, charset }),
            })),
          )
          const refused = tried.flatMap(({ name, each, to }, index) => {
            const answer = answers[index] ?? { status: 0, text: 'no answer' }
            const isGood = each.isAccepted?.(answer) ?? areAllPending(answer, to.length)
            return isGood ? [] : [`${name}: ${answer.status} ${answer.text}`]
          })
          assert.deepEqual(refused, [])
          const expected = tried.flatMap(({ format, to }) => to.map((number) => [number, changed(TEXT, format)]))
          const numbers = new Set(tried.flatMap(({ to }) => to))
          const arrived = await until(
            () => textsFor(numbers),
            ({ length }) => length >= expected.length,
          )
          assert.deepEqual(arrived.toSorted(), expected.toSorted())
        })
      }

      test('it stops in order', async () => {
        const { code, stderr } = await gateway.stop()
        assert.equal(code, 0, stderr)
      })
    })
  }
})
