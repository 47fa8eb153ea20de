import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const disk = '/dev/shm'
/** Five times what a run uses at once: a full memory disk would fail unrelated tests. */
const leastFreeBytes = 2e9

/**
 * Keeps the data of all tests in memory if there is space, in a folder that is removed with this process: inserts and accepted requests
 * mostly wait for the disk, and creating files of parts is a seventh of all processor time. TMPDIR takes precedence.
 */
export function keepDataInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return
  removeWhatIsLeft()
  if (!isRoomy()) return
  const folder = mkdtempSync(join(disk, `errata-tests-${process.pid}-`))
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Removes folders of killed runs, which occupy memory. */
function removeWhatIsLeft(): void {
  for (const name of existsSync(disk) ? readdirSync(disk) : []) {
    const pid = /^errata-tests-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const folder = join(disk, name)
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid
    if (owner === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}

/** In a container it is often 64 MiB and noexec; it exists only on Linux. */
function isRoomy(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' '))
    .find(([, path]) => path === disk)
  if (mount === undefined || mount[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize >= leastFreeBytes
}
