import type { ErrorCategory } from '@heliograph/contracts'
import type { AdapterCase, ExchangeCase, ReadCase } from './adapter-case.ts'
import type { AdapterKit, AdapterWorld, AnyAdapterModule } from './adapter-kit.ts'
import type { CredentialRules } from './credential-checks.ts'
import type { RowKinds } from './distinct-rows.ts'
import type { ResponseExpectation } from './expectation.ts'
import type { PackageFolder } from './package-folder.ts'
import type { LargestRequest } from './price-checks.ts'
import type { ReceiptCase } from './receipt-form-checks.ts'
import type { TestRequest } from './test-request.ts'

/** The input of the derived checks. */
export interface AdapterSuite {
  readonly module: AnyAdapterModule
  readonly folder: PackageFolder
  readonly world: AdapterWorld
  readonly cases: readonly AdapterCase[]
  readonly kinds: RowKinds
  readonly reads: readonly ReadCase[]
  readonly exchanges: readonly ExchangeCase[]
  readonly receiptForms: readonly ReceiptCase[]
  readonly credentials: CredentialRules | false
  readonly largest: readonly LargestRequest[]
  /** Categories that the interface answers with the status of success, distinguished by the body. */
  readonly errorsLikeSuccess: readonly ErrorCategory[]
  /** The id of a message as the interface writes it. */
  readonly idForm: (smsId: number) => string
  /** A text with letters beyond ASCII that the interface carries; false when it carries no such text. */
  readonly foreignText: string | false
  /** Whether one request can be for several recipients. */
  readonly severalRecipients: boolean
}

/** The row that the derived checks vary: the first with an accepted message, else the first that succeeds. */
export function goodRow(suite: AdapterSuite): AdapterCase | undefined {
  return acceptingRows(suite)[0] ?? succeedingRows(suite).find(({ expect }) => typeof expect !== 'function')
}

/** Rows with accepted messages, as far as the kit can know without running them. */
export function acceptingRows({ cases }: AdapterSuite): readonly AdapterCase[] {
  return cases.filter(({ expect }) => typeof expect !== 'function' && (expect.submitted?.length ?? 0) > 0)
}

/** Rows that have something stored: messages, or what the client decided on bulks and subscriptions. */
export function changingRows({ cases }: AdapterSuite): readonly AdapterCase[] {
  return cases.filter(
    ({ expect }) => typeof expect !== 'function' && [...(expect.submitted ?? []), ...(expect.events ?? [])].length > 0,
  )
}

/** Rows that are not answered with an error, and those that tell only when they run. */
export function succeedingRows({ cases }: AdapterSuite): readonly AdapterCase[] {
  return cases.filter(({ expect }) => typeof expect === 'function' || expect.status < 400)
}

/** The row's request, after its preparations. */
export async function prepareRow(row: AdapterCase, kit: AdapterKit): Promise<TestRequest> {
  await row.before?.(kit)
  return typeof row.request === 'function' ? row.request(kit) : row.request
}

/** The answer to a request without valid credentials. */
export function refusalOf({ credentials }: AdapterSuite): ResponseExpectation {
  return rulesOf(credentials).refusal ?? { status: 401 }
}

/** The rules of an interface with credentials; for one without, the result is never used. */
export function rulesOf(credentials: CredentialRules | false): CredentialRules {
  return credentials === false ? {} : credentials
}
