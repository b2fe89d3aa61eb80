import type { UploadPlan } from '@heliograph/contracts'
import { storableText } from '../../database/storable-text.ts'

/** A plan whose texts Postgres can store. */
export function storablePlan({ hasHeader, numberColumn, text, from, flash, comparison }: UploadPlan): UploadPlan {
  return {
    hasHeader,
    numberColumn,
    text: storableText(text),
    ...(from !== undefined && { from: storableText(from) }),
    ...(flash !== undefined && { flash }),
    ...(comparison !== undefined && { comparison: { ...comparison, text: storableText(comparison.text) } }),
  }
}
