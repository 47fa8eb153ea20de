import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reduceLock, reduceManifest } from './lock-file.ts'

const root = join(import.meta.dirname, '../..')
const RUN = { without: [], purpose: 'run' } as const

/** Writes what names the packages that run Errata into a folder, without those that only build and test it, as npm reads them. */
export function writeManifests(folder: string): void {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const write = (file: string, content: object) =>
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  mkdirSync(join(folder, 'otel'), { recursive: true })
  for (const file of ['package.json', 'otel/package.json']) write(file, reduceManifest(read(file), RUN))
  write('package-lock.json', reduceLock(read('package-lock.json'), RUN))
}
