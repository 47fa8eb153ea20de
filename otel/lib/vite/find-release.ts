import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The release of a build: the `version` in package.json, or git's commit without one; undefined if there is neither. */
export function findRelease(root: string): string | undefined {
  const version = readVersion(root)
  return version === undefined || version === '' || version === '0.0.0' ? (readCommit(root) ?? version) : version
}

function readVersion(root: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined
    return typeof manifest.version === 'string' ? manifest.version.trim() : undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return undefined
}

function readCommit(root: string): string | undefined {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(commit).trim() || undefined
  } catch {
    return undefined // no git, no repository, or none with a commit
  }
}
