import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface ToolOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Each line of stdout and stderr. */
  readonly onLine?: (line: string) => void
}

/** A tool that ended with another code than 0. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/**
 * Runs a program to its end.
 *
 * @returns What it printed on stdout.
 * @throws {ToolError} When it fails, with the last lines that it printed. The signal's reason when aborted, after its end.
 */
export async function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<string> {
  const { cwd, env, signal, onLine } = options
  signal.throwIfAborted()
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  // A group of its own: the compiler's children end with it, on Ctrl-C too, and nothing half-made is renamed into place.
  const abort = () => endGroup(child)
  signal.addEventListener('abort', abort, { once: true })
  const out: string[] = []
  const last: string[] = []
  const take = (line: string) => {
    last.push(line)
    if (last.length > 12) last.shift()
    onLine?.(line)
  }
  try {
    const lines = [
      createInterface(child.stdout).on('line', line => {
        out.push(line)
        take(line)
      }),
      createInterface(child.stderr).on('line', take),
    ]
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    for (const reader of lines) reader.close()
    signal.throwIfAborted()
    if (code !== 0) throw new ToolError(`${command} ${args[0] ?? ''} ended with ${code}:\n${last.join('\n')}`)
    return out.join('\n')
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    child.kill('SIGTERM') // The group is gone, or the system has none.
  }
}
