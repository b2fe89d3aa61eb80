import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A reverse proxy as operators put it in front of the gateway, with HTTP/1.1 and persistent connections to the gateway.
 */
export interface ReverseProxy {
  readonly name: string
  readonly program: string
  readonly debianPackage: string
  readonly argumentsFor: (configuration: string) => readonly string[]
  /** Returns the configuration, given its folder, the socket to listen on and the gateway's port. */
  readonly configuration: (folder: string, socket: string, gatewayPort: number) => string
}

/**
 * Header in which the proxy puts a unique value, in each request that it passes on; a request without it was not seen
 * as a request by the proxy.
 */
export const MARK = 'x-passed-on'

const nginx = (name: string, more: string): ReverseProxy => ({
  name,
  program: 'nginx',
  debianPackage: 'nginx',
  argumentsFor: (configuration) => ['-c', configuration, '-e', 'stderr'],
  configuration: (folder, socket, gatewayPort) => `
    daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream gateway { server 127.0.0.1:${gatewayPort} max_fails=0; keepalive 1; }
      server {
        listen unix:${socket};
        location / {
          proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header ${MARK} $request_id; proxy_next_upstream off; ${more}
        }
      }
    }`,
})

const haproxy = (name: string, more: string): ReverseProxy => ({
  name,
  program: 'haproxy',
  debianPackage: 'haproxy',
  argumentsFor: (configuration) => ['-db', '-q', '-f', configuration],
  configuration: (_folder, socket, gatewayPort) => `
global
  nbthread 1
defaults
  mode http
  timeout connect 30s
  timeout client 30s
  timeout server 30s
  http-reuse always
frontend clients
  bind unix@${socket}
  ${more}
  http-request set-header ${MARK} %[uuid()]
  default_backend gateway
backend gateway
  server gateway 127.0.0.1:${gatewayPort}
`,
})

export const REVERSE_PROXIES: readonly ReverseProxy[] = [
  nginx('nginx', ''),
  nginx('nginx that passes bodies on as they come', 'proxy_request_buffering off;'),
  haproxy('HAProxy', ''),
  haproxy('HAProxy that tolerates malformed heads', 'option accept-invalid-http-request'),
]

/** The reason why a proxy cannot run here; false when it can. */
export function missingProxy({ program, debianPackage }: ReverseProxy): string | false {
  return findProgram(program) === undefined && `${program} is not installed (Debian package ${debianPackage})`
}

/** Runs a program until its standard input ends, which happens when this process ends for whatever reason. */
const LEASH =
  'exec 3<&0; "$@" & program=$!; exec 2>/dev/null; { cat <&3 >/dev/null; kill -9 $program; } & wait $program'

/** A running proxy. Clients reach it at `path`, a socket in a folder of its own, so that it needs no port. */
export interface RunningProxy {
  readonly path: string
  stop(): Promise<void>
}

export async function startProxy(proxy: ReverseProxy, gatewayPort: number): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const path = join(folder, 'socket')
  const configuration = join(folder, 'configuration')
  await writeFile(configuration, proxy.configuration(folder, path, gatewayPort))
  const program = findProgram(proxy.program) as string
  const child = spawn('sh', ['-c', LEASH, 'sh', program, ...proxy.argumentsFor(configuration)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await accepts(path))) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`${proxy.program} ended with code ${child.exitCode} before it listened`)
    }
    await pause(10)
  }
  return { path, stop }
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Debian keeps daemons in a folder that only root has in its PATH. */
function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
