import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { conditionalTests } from './conditional-tests.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'
import { listImports } from './list-imports.ts'

const files = listFiles()
const code = files.filter(file => /\.(ts|tsx|mjs|css)$/.test(file))
const tests = code.filter(file => /\.(test|spec)\.tsx?$/.test(file) && file !== 'test/repo/house.test.ts')
const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const desk: Manifest = JSON.parse(text('package.json'))
const otel: Manifest = JSON.parse(text('otel/package.json'))

test('every SQL file opens with a comment that says what it is', () => {
  expect(files.filter(file => file.endsWith('.sql') && !text(file).startsWith('-- '))).toEqual([])
})

test('every query has its SQL, its TypeScript and its test under one name', () => {
  const queryFiles = files.filter(file => /^store\/(?!schema\/).*\.sql$/.test(file))
  const missing = queryFiles.flatMap(file =>
    ['.ts', '.test.ts'].map(end => file.replace(/\.sql$/, end)).filter(wanted => !files.includes(wanted)),
  )
  expect(missing).toEqual([])
})

test('file names are kebab-case', () => {
  // React Router names the routes of a file-system convention and its entries with dots; ours follow them.
  const named = code
    .map(file => basename(file))
    .filter(name => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs|css)$/.test(name))
  expect(named).toEqual([])
})

test('no file has a name that says nothing', () => {
  const vague = /^(utils?|helpers?|misc|common|shared|manager|types|constants|index)\.(ts|tsx|mjs)$/
  expect(code.filter(file => vague.test(basename(file)))).toEqual([])
})

test('no test is switched off or runs alone', () => {
  const marks = /\.(only|skip|todo|fixme|fails)(\.each)?\(|\b(skip|only|todo|fails): true\b/
  expect(tests.filter(file => marks.test(text(file)))).toEqual([])
})

test('a test depends on a condition only in the files that say why', () => {
  // With a text it is an option of our own, as in buildApp(root, { only: 'otel' }).
  const conditions = /\.(runIf|skipIf)\(|\b(skip|only|todo): (?!')/
  expect(tests.filter(file => conditions.test(text(file))).toSorted()).toEqual(Object.keys(conditionalTests).toSorted())
})

test('no property ends by the clock', () => {
  expect(tests.filter(file => /(interrupt|skipAll)AfterTimeLimit/.test(text(file)))).toEqual([])
})

test('nothing is typed any, asserted non-null or hidden from the compiler', () => {
  const hidden = /(:|\bas|<) any\b|@ts-(ignore|expect-error|nocheck)/
  expect(code.filter(file => file !== 'test/repo/house.test.ts' && hidden.test(text(file)))).toEqual([])
})

const setOtherwise = new Set([
  'ERRATA_QUEUE_BYTES',
  'ERRATA_QUEUE_DIR',
  'ERRATA_QUEUE_FILE_BYTES',
  'ERRATA_OTELCOL_OWN_PORT',
  'ERRATA_EVENT_NAME_ATTRIBUTE',
  'HOSTNAME',
  'COMPOSE_PROJECT_NAME',
])

test('every setting that code, Collector and compose read is in .env.example, and nothing else is', () => {
  const inExample = [...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(match => match[1])
  const inConfig = [...text('config.ts').matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(match => match[1])
  const inYaml = files
    .filter(file => /^[^/]+\.ya?ml$/.test(file))
    .flatMap(file => [...text(file).matchAll(/(?<!\$)\$\{(?:env:)?([A-Z_]+)/g)].map(match => match[1]))
    // Set by whatever starts the Collector, and by compose itself.
    .filter(name => !setOtherwise.has(name ?? ''))
  expect(inExample.toSorted()).toEqual([...new Set([...inConfig, ...inYaml])].toSorted())
})

test('the image of the desk runs the Node that package.json pins', () => {
  const bases = [...text('Dockerfile').matchAll(/^FROM node:(\S+?)-/gm)].map(match => match[1])
  expect(new Set(bases)).toEqual(new Set([desk.dependencies['node']]))
})

test('the lock file names no download address', () => {
  expect(text('package-lock.json')).not.toMatch(/"resolved": "https?:/)
})

test('there is one copy of each OpenTelemetry package', () => {
  const lock: { packages: Record<string, unknown> } = JSON.parse(text('package-lock.json'))
  const names = Object.keys(lock.packages)
    .filter(path => path.includes('node_modules/@opentelemetry/'))
    .map(path => path.slice(path.lastIndexOf('node_modules/')))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('dependencies of the desk and of tests are pinned exactly; those of the package, which others install beside theirs, by caret, but for what OpenTelemetry releases as one', () => {
  const isPinned = /^(?:npm:(?:@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
  const pinned = { ...desk.dependencies, ...desk.devDependencies, ...otel.devDependencies }
  expect(Object.entries(pinned).filter(([, range]) => !isPinned.test(range))).toEqual([])
  // These depend on each other exactly: with caret ranges two versions of each would be installed.
  const isFit = /^(?:\^\d+\.\d+\.\d+|2\.12\.0|0\.223\.0)$/
  expect(Object.entries(otel.dependencies).filter(([, range]) => !isFit.test(range))).toEqual([])
})

test('a package that only otel/ imports is declared there, and only there', () => {
  const importedBy = (from: readonly string[]) =>
    new Set(from.flatMap(listImports).map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]))
  const inOtel = importedBy(code.filter(file => file.startsWith('otel/')))
  const elsewhere = importedBy(code.filter(file => !file.startsWith('otel/')))
  const ofDesk = Object.keys({ ...desk.dependencies, ...desk.devDependencies })
  // The desk names the SDK of its pages, which reaches them through otel/.
  expect(ofDesk.filter(name => inOtel.has(name) && !elsewhere.has(name))).toEqual(['@opentelemetry/sdk-trace-web'])
  expect(ofDesk.filter(name => name in otel.devDependencies)).toEqual([])
})

test('what we depend on is licensed MIT, Apache, BSD or ISC; axe-core, which tests alone load, is not (docs/decisions/0023)', () => {
  const lock: { packages: Record<string, { license?: string; link?: boolean }> } = JSON.parse(text('package-lock.json'))
  const isOther = (name: string) => {
    const { license = '', link = false } = lock.packages[`node_modules/${name}`] ?? {}
    return !link && !/^(MIT(?:-0)?|Apache-2\.0|BSD-\d-Clause|ISC|MIT OR Apache-2\.0)$/.test(license)
  }
  expect(Object.keys({ ...desk.dependencies, ...otel.dependencies }).filter(isOther)).toEqual([])
  expect(Object.keys({ ...desk.devDependencies, ...otel.devDependencies }).filter(isOther)).toEqual(['axe-core'])
})
