import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { poll } from '../poll.ts'
import { otelcolBinary } from './start-otelcol.ts'

export interface RunningAgent extends AsyncDisposable {
  /** OTLP over HTTP. */
  readonly url: string
}

/**
 * Runs an agent Collector, as a team has one beside its services: the same binary, with a configuration of its own.
 *
 * @param httpPort of the receiver that the configuration has
 * @throws {Error} With its log if it ends before it listens.
 */
export async function startAgent(config: string, httpPort: number): Promise<RunningAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-agent-'))
  const file = join(folder, 'agent.yaml')
  writeFileSync(file, config)
  const child = spawn(await otelcolBinary(), ['--config', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  const log = text(child.stderr)
  const url = `http://127.0.0.1:${httpPort}`
  await poll(
    () =>
      fetch(url)
        .then(() => true)
        .catch(() => child.exitCode !== null),
    listensOrEnded => listensOrEnded,
  )
  if (child.exitCode !== null) throw new Error(`The agent ended: ${await log}`)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}
