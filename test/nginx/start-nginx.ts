import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { poll } from '../poll.ts'

export interface RunningNginx extends AsyncDisposable {
  readonly port: number
}

/**
 * Runs an nginx with one server.
 *
 * @param locations contents of its `server` block
 */
export function startNginx(binary: string, port: number, locations: string): Promise<RunningNginx> {
  return startNginxServers(binary, port, `server { listen 127.0.0.1:${port};\n${locations}\n}`)
}

/**
 * Runs an nginx.
 *
 * @param port one on which it listens
 * @param servers its `server` blocks
 */
export async function startNginxServers(binary: string, port: number, servers: string): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-nginx-'))
  mkdirSync(join(folder, 'logs'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; error_log ${join(folder, 'error.log')}; pid ${join(folder, 'pid')};
events {}
http { access_log off; ${temporary}
${servers}
}
`,
  )
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  const stderr = text(child.stderr)
  await poll(
    () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => hasEnded(child),
      ),
    listensOrEnded => listensOrEnded,
  )
  if (hasEnded(child)) throw new Error(`nginx ended: ${await stderr}`)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
