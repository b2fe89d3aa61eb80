import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Network } from '@heliograph/contracts'
import type { AnyPluginModule } from '../src/conformance/carrier-kit.ts'
import { carrierChecks } from '../src/conformance/run-carrier-conformance.ts'
import { CARRIER_MISTAKES, type CarrierMistake, type Context, tinyCarrierOptions } from './fixtures/carrier-mistakes.ts'
import tiny from './fixtures/carrier-tiny/src/index.ts'
import { assertFails } from './planted/planted-fault.ts'

/** The tiny carrier with the mistake in it. */
function mistaken(change: CarrierMistake['plugin']): AnyPluginModule {
  return {
    ...tiny,
    create(context: Context, config: never) {
      const good = tiny.create(context, config)
      return { ...good, ...change(good, context) }
    },
  } as AnyPluginModule
}

function checkNamed(module: AnyPluginModule, name: string): () => Promise<void> {
  const check = carrierChecks(module, tinyCarrierOptions)
    .flatMap((group) => group.checks)
    .find((each) => each.name === name)
  assert.ok(check, `there is no check '${name}'`)
  return async () => check.run()
}

describe('the carrier kit notices', { concurrency: true }, () => {
  for (const fault of CARRIER_MISTAKES) {
    test(fault.name, () => assertFails(checkNamed(mistaken(fault.plugin), fault.fails), fault))
  }

  test('a receipt that is lost when the gateway cannot take it', async () => {
    const careless = {
      ...tiny,
      create(context: Context, config: never) {
        const real = context.services.network
        const receipt: Network['receipt'] = (given) => real.receipt(given).catch(() => undefined)
        return tiny.create({ ...context, services: { network: { ...real, receipt } } }, config)
      },
    } as AnyPluginModule
    await assert.rejects(checkNamed(careless, 'a receipt that the gateway cannot take comes again'), {
      message: /too long for the receipt to come again/,
    })
  })

  test('a row whose outcomes are others', async () => {
    const module = mistaken(() => ({}))
    const options = {
      ...tinyCarrierOptions,
      cases: [{ name: 'refused', message: {}, outcomes: [{ kind: 'refused' }] }],
    }
    const row = carrierChecks(module, options)
      .flatMap((group) => group.checks)
      .find(({ name }) => name === 'refused')
    await assert.rejects(async () => row?.run(), { message: /kind should be 'refused' but is 'accepted'/ })
  })
})
