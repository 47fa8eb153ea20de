import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const REPOSITORY_DIR = join(import.meta.dirname, '..', '..')

/** All files that git tracks or would track, by path from the root, sorted. */
export function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const printed = execFileSync('git', args, { cwd: REPOSITORY_DIR, encoding: 'utf8' })
  return [...new Set(printed.split('\0'))].filter(file => file !== '' && existsSync(join(REPOSITORY_DIR, file))).sort()
}
