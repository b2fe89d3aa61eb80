import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { type AddedAccount, addAccounts, refuseSecondImport } from '../import/apply-plan.ts'
import { planJasminImport } from '../import/import-jasmin.ts'
import { planKannelImport } from '../import/import-kannel.ts'
import type { Finding, ImportPlan } from '../import/plan.ts'
import { configurationText, type KnownAccount } from '../import/write-plan.ts'
import { notedAccounts } from '../note-commands.ts'
import { createOutput } from '../output.ts'
import { replaceFile } from '../replace-file.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

const PLANNERS = { kannel: planKannelImport, jasmin: planJasminImport } as const

/** Another gateway that one can come from. */
export type Origin = keyof typeof PLANNERS

export interface ImportOptions extends CommonOptions {
  readonly apply?: boolean
  readonly out?: string
}

/** `import kannel` and `import jasmin`. */
export async function importFrom(
  terminal: Terminal,
  origin: Origin,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const plan = PLANNERS[origin](file)
  const { apply, out } = options
  if (!apply) {
    const output = createOutput(terminal, options.json)
    const configuration = configurationText({ ...plan, links: withoutPasswords(plan.links) }, previewed(plan))
    output.result({ findings: plan.findings, configuration }, describePlan(plan, configuration))
    return
  }
  if (out === undefined) throw new CommandError('usage', 'Say where the configuration is to be written: --out FILE.')
  await withEngine(terminal, options, async (engine, output) => {
    await refuseSecondImport(engine.provisioning, plan)
    // The ids of the clients are in it, so it is written again; a file that cannot be written is found first.
    await replaceFile(out, (write) => write(configurationText(plan, previewed(plan))))
    const added = await addAccounts(notedAccounts(engine), plan)
    await replaceFile(out, (write) => write(configurationText(plan, added)))
    output.result({ findings: plan.findings, accounts: added.map(shownAccount), file: out }, [
      ...formatFindings(plan.findings),
      '',
      ...describeAccounts(added),
      '',
      `The configuration is in ${out}. Next: heliograph check --config ${out}`,
    ])
  })
}

function previewed({ accounts }: ImportPlan): readonly KnownAccount[] {
  return accounts.map((account) => ({ ...account, clientId: undefined }))
}

function describePlan(plan: ImportPlan, configuration: string): readonly string[] {
  const { accounts, findings } = plan
  return [
    ...formatFindings(findings),
    '',
    `Clients that would be added: ${accounts.map(({ name }) => name).join(', ') || 'none'}.`,
    '',
    ...configuration.trimEnd().split('\n'),
    '',
    'Nothing has been changed. To do it: the same command with --apply --out FILE.',
  ]
}

const HEADINGS = { done: 'done', differently: 'done differently', not: 'not done' } as const

function formatFindings(findings: readonly Finding[]): readonly string[] {
  const rows = findings.map(({ place, subject, outcome, how }) => [place, subject, HEADINGS[outcome], how])
  return formatTable(['line', 'what', 'is', 'how'], rows)
}

function shownAccount({ clientId, email, apiKey }: AddedAccount) {
  return { clientId, email, apiKey: apiKey ?? null }
}

function describeAccounts(added: readonly AddedAccount[]): readonly string[] {
  if (added.length === 0) return ['No client was added.']
  const rows = added.map(({ clientId, email, apiKey }) => [String(clientId), email, apiKey ?? 'its old password'])
  return [...formatTable(['client', 'user', 'logs in with'], rows), 'Keys are shown this once.']
}

/** The links as a preview shows them. */
function withoutPasswords(links: ImportPlan['links']): ImportPlan['links'] {
  return Object.fromEntries(
    Object.entries(links).map(([name, config]) => [name, { ...config, password: '<as in the file>' }]),
  )
}
