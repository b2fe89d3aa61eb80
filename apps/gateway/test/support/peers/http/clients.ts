import { sendByHttp10 } from './http-1.0.ts'
import { withoutLwp, withoutPhp, withoutPhpCurl, withoutPython, withoutWget } from './installed.ts'
import type { ClientAnswer, ClientRequest, HttpClient } from './request.ts'
import { runScript } from './run-script.ts'
import { sendByWget } from './wget.ts'

export const HTTP_CLIENTS: readonly HttpClient[] = [
  { name: "PHP's stream context", skip: withoutPhp, send: byScript('php', 'http-client.php', 'stream') },
  { name: "PHP's curl", skip: withoutPhpCurl, send: byScript('php', 'http-client.php', 'curl') },
  {
    name: "Perl's LWP::UserAgent",
    skip: withoutLwp,
    send: byScript('perl', 'http-client.pl'),
    // HTML requires line breaks in forms to be CR LF, and LWP converts them.
    changed: (text, format) => (format === 'form' ? text.replaceAll('\n', '\r\n') : text),
  },
  { name: "Python's urllib", skip: withoutPython, send: byScript('python3', 'http-client.py', 'utf-8') },
  {
    name: "Python's urllib in windows-1252",
    skip: withoutPython,
    send: byScript('python3', 'http-client.py', 'windows-1252'),
    charset: 'windows-1252',
  },
  { name: 'wget', skip: withoutWget, send: oneByOne(sendByWget) },
  { name: 'HTTP/1.0 on a bare socket', skip: false, send: oneByOne(sendByHttp10), isOld: true },
]

function byScript(program: string, ...args: readonly string[]): HttpClient['send'] {
  return (requests) => runScript(program, args, requests)
}

function oneByOne(send: (request: ClientRequest) => Promise<ClientAnswer>): HttpClient['send'] {
  return async (requests) => {
    const answers: ClientAnswer[] = []
    for (const request of requests) answers.push(await send(request))
    return answers
  }
}
