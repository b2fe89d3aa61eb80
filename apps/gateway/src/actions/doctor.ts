import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { type Diagnosis, diagnose } from '../doctor/diagnose.ts'
import { counted } from '../doctor/finding-kind.ts'
import { gatherPicture } from '../doctor/gather.ts'
import { withoutSecrets } from '../known-secrets.ts'
import { createOutput, formatLines } from '../output.ts'
import type { Terminal } from '../terminal.ts'
import { collectFindings, openExisting } from './check.ts'

/** Fails when there are errors; warnings alone are no failure. */
export async function runDoctor(terminal: Terminal, options: CommonOptions): Promise<void> {
  const findings = withoutSecrets(
    diagnose(await gatherPicture(options, { run: collectFindings, openServer: openExisting })),
  )
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const lines = findings.flatMap(format)
  if (errors === 0) {
    createOutput(terminal, options.json).result({ ok: true, findings }, [...lines, summary(findings.length)])
    return
  }
  if (!options.json) terminal.out(formatLines(lines))
  const details = options.json ? findings : undefined
  throw new CommandError('doctor-found', `${counted(errors, 'error')}, ${others(findings.length - errors)}.`, {
    details,
  })
}

function summary(warnings: number): string {
  return warnings === 0 ? 'All is well.' : `Nothing is broken; ${others(warnings)}.`
}

function others(warnings: number): string {
  return counted(warnings, 'warning')
}

function format({ id, severity, text, remedy }: Diagnosis): readonly string[] {
  return [`${severity === 'error' ? 'ERROR' : 'WARN '} ${id}: ${text}`, `      ${remedy}`]
}
