import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { CONFORMANCE_API_KEY, createAdapterKit, THERE } from '@heliograph/testkit'
import adapter from '../src/index.ts'
import { ACCOUNT, HERE, SECRET } from './interface.ts'
import { openNpmTwilio } from './peers/npm-twilio.ts'
import type { Program, ProgramName } from './peers/program.ts'
import { openPythonTwilio, withoutPython } from './peers/python-twilio.ts'
import { STEPS, type Step, type Trial } from './peers/steps.ts'
import { openSymfonyNotifier, withoutSymfony } from './peers/symfony-notifier.ts'

// Libraries that others wrote, pointed here as the README tells their users: each cell of the README's table is a test.

const LIBRARIES: Readonly<Record<ProgramName, { readonly skip: string | false; open(): Promise<Program> }>> = {
  npm: { skip: false, open: openNpmTwilio },
  python: { skip: withoutPython, open: openPythonTwilio },
  symfony: { skip: withoutSymfony, open: openSymfonyNotifier },
}

for (const [name, { open, skip }] of Object.entries(LIBRARIES))
  describe(name, { skip }, () => {
    let program: Program
    before(async () => {
      program = await open()
    })
    after(() => program?.close())

    for (const step of STEPS) {
      const cell = step.cells[name as ProgramName]
      if (typeof cell !== 'string') continue
      test(`${step.what}: ${cell}`, async (context) => {
        assert.equal((await step.run(await openTrial(context, step, program))) ?? 'yes', cell)
      })
    }
  })

/** An instance in the state that a step begins with. */
async function openTrial(context: TestContext, { account, before, config }: Step, program: Program): Promise<Trial> {
  const kit = await createAdapterKit(adapter, {
    config: { sidSecret: SECRET, ...config },
    account: { credit: '100.00', ...account },
  })
  await kit.start()
  const listener = await kit.listen()
  context.after(async () => {
    await listener.close()
    await kit.stop()
  })
  before?.(kit)
  const usual = {
    url: listener.url,
    account: ACCOUNT,
    key: CONFORMANCE_API_KEY,
    from: `+${HERE}`,
    to: `+${THERE}`,
    body: 'Hello',
  }
  return { kit, run: (order) => program.run({ ...usual, ...order }) }
}
