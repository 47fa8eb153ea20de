import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Longer runs are killed and fail. @default ten minutes */
  readonly deadlineMs?: number
  /** Shows the command's output on stderr while it runs. */
  readonly visible?: boolean
}

export interface CommandResult {
  /** True for exit code 0 within the deadline. */
  readonly ok: boolean
  readonly stdout: string
  /** stdout and stderr, interleaved as received. */
  readonly output: string
}

const running = new Set<ChildProcess>()

/** Ends all running commands, so that nothing is created during teardown. */
export function endCommands(): void {
  for (const child of running) child.kill('SIGTERM')
}

/** Runs a command to its end. Never throws: a missing command is a result that is not ok. */
export function tryCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { env = {}, cwd, deadlineMs = 600_000, visible = false } = options
  const spawnOptions: SpawnOptions = {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    ...(cwd === undefined ? {} : { cwd }),
  }
  return new Promise(resolve => {
    let stdout = ''
    let output = ''
    const child = spawn(file, args, spawnOptions)
    running.add(child)
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      output += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (visible) process.stderr.write(chunk)
    })
    child.on('error', error => resolve({ ok: false, stdout, output: `${output}${error.message}\n` }))
    child.on('close', code => {
      running.delete(child)
      resolve({ ok: code === 0, stdout, output })
    })
  })
}

/**
 * Runs a command that must succeed.
 *
 * @returns What it printed on stdout, trimmed.
 * @throws {Error} With the last lines of its output.
 */
export async function runCommand(file: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await tryCommand(file, args, options)
  if (result.ok) return result.stdout.trim()
  const lastLines = result.output.trimEnd().split('\n').slice(-30).join('\n')
  throw new Error(`${file} ${args.slice(0, 6).join(' ')} failed:\n${lastLines}`)
}
