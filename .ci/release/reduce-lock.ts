import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { reduceLock, reduceManifest } from './lock-file.ts'

/**
 * `node .ci/release/reduce-lock.ts NAME…` takes these dependencies out of package.json and package-lock.json of the working directory, with all
 * that only they need, so that `npm ci` installs the others as locked. The image is built by it, before there are any packages.
 */
const reduction = { without: argv.slice(2), purpose: 'build' } as const
write('package.json', reduceManifest(JSON.parse(readFileSync('package.json', 'utf8')), reduction))
write('package-lock.json', reduceLock(JSON.parse(readFileSync('package-lock.json', 'utf8')), reduction))

function write(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
