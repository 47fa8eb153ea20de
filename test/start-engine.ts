import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running engine process of a test. */
export interface TestEngine extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  readonly writer: { readonly user: string; readonly password: string }
  readonly pid: number
  /** SIGTERM, and waits until the process is gone. */
  stop(): Promise<void>
  /** SIGKILL. The folder stays; start again with `dataDir`. */
  kill(): void
}

/**
 * Starts a real engine on a free port.
 *
 * @param options.dataDir Data folder to use; without it a new temporary one, removed on disposal.
 * @throws {Error} With what the process printed, when it ends before it is ready.
 */
export async function startEngine(options: { dataDir?: string; args?: readonly string[] } = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'errata-engine-')))
  const main = join(import.meta.dirname, '../engine/main.ts')
  const child = spawn(process.execPath, [main, '--data-dir', dataDir, '--port', '0', ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  let printed = ''
  child.stderr.on('data', (text: Buffer) => {
    printed += text
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await gone
  }
  const ready = new Promise<string>(resolve => {
    createInterface(child.stdout).on('line', line => {
      const url = /^engine ready on (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([ready, gone.then(() => undefined)])
  if (url === undefined || child.pid === undefined) throw new Error(`The engine did not start: ${printed}`)
  const password = (await readFile(join(dataDir, 'writer-password'), 'utf8')).trim()
  return {
    url,
    dataDir,
    writer: { user: 'errata', password },
    pid: child.pid,
    stop,
    kill: () => child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await stop()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
