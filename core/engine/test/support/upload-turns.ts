import type { Submissions } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import type { AccountDirectory } from '../../src/accounts/directory.ts'
import { createRowTools } from '../../src/intake/uploads/row-tools.ts'
import { createUploadTurn, type UploadTurn } from '../../src/intake/uploads/upload-turn.ts'
import { type Harness, systemClock } from './engine-harness.ts'

/** The work of a node on uploads. */
export function turnOf({ engine }: Pick<Harness, 'engine'>, submissions: Submissions): UploadTurn {
  return createUploadTurn({
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
export async function work(turn: UploadTurn, uploadId: number): Promise<void> {
  while ((await turn(uploadId)) === 0);
}
