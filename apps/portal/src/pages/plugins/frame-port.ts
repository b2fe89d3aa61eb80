import { toProblem } from '../../api/problem.ts'
import type { Role } from '../../session/session.ts'

/** What a page knows about the portal: `PortalState` of the contracts, which the pages' own code does not import. */
export interface FrameState {
  readonly colorScheme: 'light' | 'dark'
  readonly colors: Readonly<Record<string, string>>
  readonly font: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly role: Role
  readonly client: { readonly id: number; readonly name: string }
}

/** What a page in a frame may have done. */
export interface FrameHost {
  /** As it is now, for the frame that has just said that it listens. */
  readonly state: () => FrameState
  /** Calls an endpoint of the page's own plugin, as the person who looks at it. */
  readonly call: (endpoint: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly setHeight: (pixels: number) => void
  readonly notify: (text: string, tone: 'done' | 'problem') => void
  /** `path`: of the portal, `/messages`. */
  readonly navigate: (path: string) => void
}

/** The line to the page in a frame. */
export interface FramePort {
  tell(state: FrameState): void
  close(): void
}

const TALLEST = 20_000
const LONGEST_TEXT = 200

/**
 * Waits until the document in the frame says that it listens, and hands it a port. Only that document is heard: it is
 * the one of this frame, and has no origin. It gets one port, so that what follows it in the frame gets none.
 */
export function openFramePort(frame: HTMLIFrameElement, host: FrameHost): FramePort {
  let port: MessagePort | undefined

  function greet({ source, origin, data }: MessageEvent): void {
    if (port !== undefined || source !== frame.contentWindow || origin !== 'null' || data?.kind !== 'page') return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = (event) => void take(event.data, host, (answer) => port?.postMessage(answer))
    // A document without an origin can be named by no other target.
    frame.contentWindow?.postMessage({ kind: 'portal', state: host.state() }, '*', [channel.port2])
  }

  window.addEventListener('message', greet)
  return {
    tell: (state) => port?.postMessage({ kind: 'state', state }),
    close() {
      window.removeEventListener('message', greet)
      port?.close()
    },
  }
}

type Reported = Readonly<Record<string, unknown>>

/** Does what the page asks for; whatever is not of that form is ignored. */
async function take(reported: Reported, host: FrameHost, answer: (message: Reported) => void): Promise<void> {
  const { kind, id, endpoint, input, pixels, text, tone, path } = reported
  if (kind === 'call') answer({ id, ...(await answerOf(() => host.call(nameIn(endpoint), objectIn(input)))) })
  if (kind === 'height' && typeof pixels === 'number') host.setHeight(Math.min(Math.max(pixels, 0), TALLEST))
  if (kind === 'notify' && typeof text === 'string')
    host.notify(text.slice(0, LONGEST_TEXT), tone === 'problem' ? 'problem' : 'done')
  if (kind === 'navigate' && typeof path === 'string' && /^\/(?![/\\])/.test(path)) host.navigate(path)
}

async function answerOf(call: () => Promise<unknown>): Promise<Reported> {
  try {
    return { kind: 'answer', value: await call() }
  } catch (error) {
    const { category, code, message, details } = toProblem(error)
    return { kind: 'refusal', problem: { category, code, message, details } }
  }
}

/** Never part of a path that leads elsewhere. */
function nameIn(endpoint: unknown): string {
  if (typeof endpoint === 'string' && /^[a-z0-9-]{1,100}$/.test(endpoint)) return endpoint
  throw new Error('An endpoint has a name in kebab-case')
}

function objectIn(input: unknown): Reported {
  if (isObject(input)) return input
  throw new Error('The input of an endpoint is an object')
}

function isObject(input: unknown): input is Reported {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
