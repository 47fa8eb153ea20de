import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { printProgress } from './report.ts'

/** `npm run bench -- NAME…` runs benchmarks one after another; `-- --list` lists them with what they measure. */

interface Benchmark {
  readonly benchmarkDescription: string
  runBenchmark(): Promise<void>
}

// No command that a benchmark runs reads the .env of the clone.
process.env['ERRATA_ENV_FILE'] = ''

const names = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map(file => basename(file, '.bench.ts'))
  .sort()
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => name !== '--list' && !names.includes(name))

if (wanted.length === 0 || wanted.includes('--list')) {
  for (const name of names) process.stdout.write(`${name.padEnd(16)} ${(await load(name)).benchmarkDescription}\n`)
} else if (unknown.length > 0) {
  printProgress(`There is no measurement "${unknown.join('", "')}": one of ${names.join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of wanted) await (await load(name)).runBenchmark()
}

function load(name: string): Promise<Benchmark> {
  return import(join(import.meta.dirname, `${name}.bench.ts`))
}
