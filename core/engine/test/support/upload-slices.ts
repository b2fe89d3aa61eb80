import type { Submissions } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import type { AccountDirectory } from '../../src/accounts/directory.ts'
import { createRowTools } from '../../src/intake/uploads/row-tools.ts'
import { createUploadSlices, type RunUploadSlice } from '../../src/intake/uploads/upload-slices.ts'
import { type Harness, systemClock } from './engine-harness.ts'

/** How a node works on uploads. */
export function slicesOf({ engine }: Pick<Harness, 'engine'>, submissions: Submissions): RunUploadSlice {
  return createUploadSlices({
    ...createRowTools(
      (of) => (engine.directory as AccountDirectory).accountOf(of),
      () => ({ baseUrl: 'https://sms.example.com', sign: () => 'x' }),
    ),
    sql: engine.sql,
    clock: systemClock,
    steady: systemClock,
    submissions,
    keptMebibytes: 256,
    schedules: { cancel: async () => {} },
    logger: captureLogger(),
    guard: { beside: (run) => run(), run: async (_, run) => ({ result: await run() }) },
  })
}

/** Works until there is nothing to do, or nothing for a while. */
export async function work(runSlice: RunUploadSlice, uploadId: number): Promise<void> {
  while ((await runSlice(uploadId)) === 0);
}
