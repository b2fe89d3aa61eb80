import { type XmlDraft, xml } from '@heliograph/wire'
import type { Call, Method, ReadCall, Row } from './method.ts'

/**
 * Reads the parameters of a call. What it answers is `<methodResponse>` with its `<methodResult>` in the namespace of
 * the service. Throws what the method throws.
 */
export function readCall(method: Method, namespace: string, call: Call): ReadCall<XmlDraft> {
  const result = (content: readonly (string | XmlDraft)[]) =>
    xml(`${method.name}Response`, { xmlns: namespace }, [xml(`${method.name}Result`, {}, content)])
  if (method.returns === 'string') {
    const { credential, answer } = method.read(call)
    return { credential, answer: async (principal) => result([await answer(principal)]) }
  }
  const { name } = method.returns
  const { credential, answer } = method.read(call)
  return { credential, answer: async (principal) => result(formatRows(name, await answer(principal))) }
}

function formatRows(name: string, rows: readonly Row[]): readonly XmlDraft[] {
  return rows.map((row) => {
    const fields = Object.entries(row).map(([field, value]) => xml(field, {}, [value]))
    return xml(name, {}, fields)
  })
}
