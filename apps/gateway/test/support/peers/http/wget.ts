import type { ClientAnswer, ClientRequest } from './request.ts'
import { runProgram } from './run-script.ts'
import { writeOut } from './written-out.ts'

const OPTIONS = ['--quiet', '--server-response', '--content-on-error', '--tries=1', '--output-document=-']

/** Sends a request with `wget`, with `--post-data` unless it is a GET. */
export async function sendByWget(request: ClientRequest): Promise<ClientAnswer> {
  const { url, body, headers } = writeOut(request)
  const { stdout, stderr } = await runProgram('wget', [
    ...OPTIONS,
    ...Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`),
    ...(body === undefined ? [] : [`--post-data=${body}`]),
    url.href,
  ])
  return { status: Number(/^\s*HTTP\/\S+ (\d+)/m.exec(stderr)?.[1]), text: stdout }
}
