import { join } from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { nameUnknownSettings } from '../unknown-settings.ts'
import { ChildStartError, killChildren } from './child.ts'
import { loadEnvFile } from './load-env-file.ts'
import { runStack } from './run-stack.ts'
import { StartError } from './start-error.ts'

/** `npm start` and `npm run dev`: settings, signals, exit code. run-stack.ts starts the processes. */

const root = join(import.meta.dirname, '..')
const stop = new AbortController()
let firstSignalMs = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // npm forwards signals that the terminal has also sent, so one Ctrl-C may arrive twice: only a later one means "now".
    if (firstSignalMs > 0 && performance.now() - firstSignalMs > 1_000) {
      killChildren()
      process.exit(130)
    }
    if (firstSignalMs === 0) {
      firstSignalMs = performance.now()
      stop.abort()
    }
  })
}

// After an unexpected error no process may keep running without a supervisor.
process.on('uncaughtException', error => {
  process.stderr.write(`The stack failed, and all of its processes were stopped: ${error.stack ?? error}\n`)
  killChildren()
  process.exit(1)
})

// If the reader of stdout is gone, the stack stops cleanly. If stdout is a file on a full disk, only lines are lost.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') stop.abort()
  })
}

try {
  loadEnvFile()
  for (const { name, told } of nameUnknownSettings()) {
    process.stderr.write(`${told}\n`)
    // The processes that it starts would say so again.
    delete process.env[name]
  }
  await runStack({ root, config: readConfig(), dev: process.argv.includes('--dev') }, stop.signal)
} catch (error) {
  if (!stop.signal.aborted) {
    const expected = error instanceof StartError || error instanceof ConfigError || error instanceof ChildStartError
    const text = expected ? error.message : error instanceof Error ? error.stack : String(error)
    if (text !== '') process.stderr.write(`${text}\n`)
    process.exitCode = 1
  }
}
