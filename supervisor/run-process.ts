import { spawn } from 'node:child_process'
import { StartError } from './start-error.ts'

/**
 * Runs one of the repository's own commands to its end.
 *
 * @param showProgress passes stderr through to the console.
 * @returns What it printed on stdout.
 * @throws {StartError} With the last line of stderr if it fails; with '' if that was shown already.
 */
export function runProcess(
  args: readonly string[],
  { cwd, env, showProgress = false, signal }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = () => child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (showProgress) process.stderr.write(text)
      stderr = (stderr + text).slice(-4_000)
    })
    child.once('error', error => reject(new StartError(`${args[0]} could not be run: ${error.message}`)))
    child.once('close', code => {
      signal?.removeEventListener('abort', stop)
      if (code === 0) resolve(stdout)
      else if (showProgress && stderr !== '') reject(new StartError(''))
      else reject(new StartError(stderr.trim().split('\n').at(-1) || `${args[0]} ended with exit code ${code}`))
    })
  })
}

export interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly showProgress?: boolean
  readonly signal?: AbortSignal
}
