import type { TestContext } from 'node:test'
import type { TProperties } from 'typebox'
import { type Written, write } from '../../config/test/document-fixture.ts'
import { type Configuration, loadConfiguration } from '../src/index.ts'

export { configurationError, summaries, type Written } from '../../config/test/document-fixture.ts'

/** Writes the files into a new folder and loads `gateway.yaml` from there. */
export async function load(context: TestContext, written: Written): Promise<Configuration<TProperties>> {
  return loadConfiguration({ ...(await write(context, written)), sections: written.sections ?? {} })
}
