import { type CommandOptions, runCommand } from './run-command.ts'

/** A running Docker engine. */
export interface Docker {
  /** True for an engine that only these tests use. */
  readonly isPrivate: boolean
  /** Environment variables of `docker` and `docker-compose`. */
  readonly env: Readonly<Record<string, string>>
  /** Runs `docker …`, which must succeed. */
  docker(args: readonly string[], options?: CommandOptions): Promise<string>
  /** Stops the engine, if this run started it and no other container runs on it. */
  stop(): Promise<void>
}

/** The `docker` command for an engine. */
export function dockerAt(env: Readonly<Record<string, string>>, isPrivate: boolean, stop: () => Promise<void>): Docker {
  return {
    isPrivate,
    env,
    docker: (args, options = {}) => runCommand('docker', args, { ...options, env: { ...options.env, ...env } }),
    stop,
  }
}
