import type { HttpHeaders } from '@heliograph/contracts'
import type { FileForm } from './static-files.ts'

/**
 * The first form that the client accepts (RFC 9110 section 12.5.3), or the last one, which every client has to accept.
 */
export function chooseForm(forms: readonly FileForm[], { 'accept-encoding': accepted }: HttpHeaders): FileForm {
  const taken = readWeights(accepted ?? '')
  const isTaken = ({ encoding }: FileForm) => encoding === undefined || (taken.get(encoding) ?? taken.get('*') ?? 0) > 0
  return forms.find(isTaken) as FileForm
}

/** Codings by name, each with its weight. Parts that cannot be read are ignored. */
function readWeights(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([a-z0-9*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? []
    if (name !== undefined) weights.set(name, Number(weight))
  }
  return weights
}

/** Whether the client says that it has this form already (RFC 9110 section 13.1.2). */
export function isKnown({ etag }: FileForm, { 'if-none-match': known }: HttpHeaders): boolean {
  if (known === undefined) return false
  return known.split(',').some((part) => [etag, `W/${etag}`, '*'].includes(part.trim()))
}
