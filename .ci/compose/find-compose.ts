import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, tryCommand } from '../../test/compose/run-command.ts'
import { cacheDir } from './start-docker.ts'

const version = 'v2.40.3'
const module = 'github.com/docker/compose/v2'

/**
 * Finds Compose v2: the plugin of the `docker` on PATH, the one built here before, or one built now from the Go module proxy, which
 * takes about two minutes on two cores.
 *
 * @returns The command and its first arguments; `undefined` when there is none and it cannot be built.
 */
export async function findCompose(say: (line: string) => void): Promise<readonly [string, ...string[]] | undefined> {
  if ((await tryCommand('docker', ['compose', 'version'])).ok) return ['docker', 'compose']
  const built = join(cacheDir, `docker-compose-${version}`)
  if ((await tryCommand(built, ['version'])).ok) return [built]
  if (!(await tryCommand('go', ['version'])).ok) return undefined

  say(`Building Docker Compose ${version} from source (about two minutes)…`)
  // `go install` refuses it because of its replace directives, so it is built as the dependency of a module of our own.
  const folder = await mkdtemp(join(tmpdir(), 'errata-compose-'))
  try {
    await writeFile(join(folder, 'go.mod'), 'module errata.invalid/compose\n\ngo 1.26\n')
    await writeFile(join(folder, 'tools.go'), `//go:build tools\n\npackage tools\n\nimport _ "${module}/cmd"\n`)
    await runCommand('go', ['get', `${module}/cmd@${version}`], { cwd: folder })
    const flags = `-s -w -X ${module}/internal.Version=${version}`
    await runCommand('go', ['build', '-ldflags', flags, '-o', 'docker-compose', `${module}/cmd`], { cwd: folder })
    await mkdir(cacheDir, { recursive: true })
    // Under another name first: an interrupted copy must not be found by the next run.
    await runCommand('cp', [join(folder, 'docker-compose'), `${built}.${process.pid}`])
    await chmod(`${built}.${process.pid}`, 0o755)
    await rename(`${built}.${process.pid}`, built)
    return [built]
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
