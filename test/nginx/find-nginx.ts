import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Finds nginx, or installs Debian's if we are root.
 *
 * @returns The path of its executable; undefined if there is none.
 */
export function findNginx(say: (line: string) => void = () => {}): string | undefined {
  const found = installedNginx()
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return found
  say("Installing Debian's nginx…")
  const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], quiet)
  return installedNginx()
}

/** Debian installs it outside of a user's PATH. */
export function installedNginx(): string | undefined {
  return [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map(folder => join(folder, 'nginx'))
    .find(existsSync)
}
