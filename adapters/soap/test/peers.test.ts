import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { npmSoap } from './peers/npm-soap.ts'
import { php, withoutPhp, withoutZeep, zeep } from './peers/programs.ts'
import { openService } from './peers/service.ts'
import { type Peer, STEPS, TEXT } from './peers/steps.ts'
import { THERE } from './requests.ts'

// Third-party clients: each reads the definition over HTTP and calls every method.

const PEERS: readonly (readonly [name: string, peer: Peer, skip: string | false])[] = [
  ["Python's zeep", zeep, withoutZeep],
  ["PHP's SoapClient", php, withoutPhp],
  ["npm's soap", npmSoap, false],
]

for (const [name, peer, skip] of PEERS) {
  describe(name, { skip }, () => {
    // spec: SOAP web service | endpoint | GET /api/wsdl/main.asmx?WSDL
    test('reads the definition, calls all methods, and understands results, lists and faults', async (context) => {
      const service = await openService()
      context.after(() => service.close())
      const { engine } = service.kit
      const outcomes = await peer(
        service.wsdl,
        STEPS.map(([step]) => step),
      )
      assert.deepEqual(
        outcomes,
        STEPS.map(([, outcome]) => outcome(service.kit)),
      )
      assert.deepEqual(
        engine.messages.map(({ reference, text, to }) => [to, text, reference]),
        [
          [THERE, TEXT, 'INV-17'],
          ['27829876543', TEXT, 'INV-17'],
          [THERE, 'Hello', null],
        ],
      )
    })
  })
}
