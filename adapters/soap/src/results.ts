import { type XmlDraft, xml } from '@heliograph/wire'
import type { Call, Method, Row } from './method.ts'

/**
 * Calls a method and writes `<methodResponse>` with its `<methodResult>` in the namespace of the service. Throws what
 * the method throws.
 */
export async function answerCall(method: Method, namespace: string, call: Call): Promise<XmlDraft> {
  const { name } = method
  const content =
    method.returns === 'string' ? [await method.call(call)] : formatRows(method.returns.name, await method.call(call))
  return xml(`${name}Response`, { xmlns: namespace }, [xml(`${name}Result`, {}, content)])
}

function formatRows(name: string, rows: readonly Row[]): readonly XmlDraft[] {
  return rows.map((row) => {
    const fields = Object.entries(row).map(([field, value]) => xml(field, {}, [value]))
    return xml(name, {}, fields)
  })
}
