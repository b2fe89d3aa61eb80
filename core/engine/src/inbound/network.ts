import type { Network } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { NetworkAnswers } from '../outbound/network-answers.ts'
import { createIncoming, type IncomingTools } from './incoming.ts'

/** The `Network` service, with what the engine itself needs from it. */
export interface EngineNetwork extends Network {
  /** To be called at the end: resolves once what was given so far is in the database. */
  drained(): Promise<void>
}

/** What networks report on messages, together with incoming SMS, which are answered after the commit as well. */
export function createNetwork(sql: Sql, tools: IncomingTools, answers: NetworkAnswers): EngineNetwork {
  const incoming = createIncoming(sql, tools)
  const { receipt, lateAnswer, unreported } = answers
  return {
    receipt,
    lateAnswer,
    unreported,
    incoming: (message) => serviceAnswer(incoming.add(message)),
    drained: () => incoming.drained(),
  }
}
