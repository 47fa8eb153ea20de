import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** A project whose installation records when it starts and ends, and whose command records that it ran. */
function makeProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'errata-run-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const project = { name: 'run', version: '1.0.0', scripts: { postinstall: 'node note.mjs' } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(project))
  const packages = { '': { name: 'run', version: '1.0.0', hasInstallScript: true } }
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, requires: true, packages }),
  )
  const note = (text: string) => `import { appendFileSync } from 'node:fs'; appendFileSync('log', '${text} ')`
  const slowly = "await new Promise(r => setTimeout(r, 500)); appendFileSync('log', 'ends '); mkdirSync('node_modules')"
  writeFileSync(join(root, 'note.mjs'), `${note('begins')}; import { mkdirSync } from 'node:fs'; ${slowly}`)
  mkdirSync(join(root, 'stack'))
  cpSync('supervisor/run.mjs', join(root, 'supervisor/run.mjs'))
  writeFileSync(join(root, 'supervisor/start.ts'), note('runs'))
  return root
}

async function start(root: string): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'supervisor/run.mjs'), 'start'], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}

test('of concurrent commands on a fresh clone one installs, and all run afterwards', async () => {
  const root = makeProject()
  expect(await Promise.all([start(root), start(root), start(root)])).toEqual([0, 0, 0])
  expect(readFileSync(join(root, 'log'), 'utf8')).toBe('begins ends runs runs runs ')
  expect(existsSync(join(root, '.installing'))).toBe(false)
})

test.each([
  'start',
  'dev',
  'test',
  'test:compose',
  'test:next',
  'test:fire',
  'bench',
  'maps',
  'check',
  'seed',
  'token',
  'screens',
])('%s --help prints its usage and does nothing else', async name => {
  const root = makeProject()
  const child = spawn(process.execPath, [join(root, 'supervisor/run.mjs'), name, '--help'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect([code, existsSync(join(root, 'log'))]).toEqual([0, false])
  expect(said).toMatch(new RegExp(`^(npm|npx) .*${name}.*\\n[A-Z].+\\.\\n$`, 's'))
})

test('what npm ci installed is not installed again, unless package-lock.json has other packages', async () => {
  const root = makeProject()
  const lock = join(root, 'package-lock.json')
  const setVersion = (version: string) => {
    const { packages, ...rest } = JSON.parse(readFileSync(lock, 'utf8'))
    const dependencies = { one: 'file:one' }
    Object.assign(packages[''], { dependencies })
    Object.assign(packages, { one: { version }, 'node_modules/one': { resolved: 'one', link: true } })
    writeFileSync(lock, JSON.stringify({ ...rest, packages }))
    mkdirSync(join(root, 'one'), { recursive: true })
    writeFileSync(join(root, 'one/package.json'), JSON.stringify({ name: 'one', version }))
    const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeFileSync(join(root, 'package.json'), JSON.stringify({ ...project, dependencies }))
  }
  setVersion('1.0.0')
  // The fixture's script makes the folder itself.
  execFileSync('npm', ['ci', '--offline', '--ignore-scripts'], { cwd: root, stdio: 'ignore' })
  expect(await start(root)).toBe(0)
  expect(readFileSync(join(root, 'log'), 'utf8')).toBe('runs ')

  rmSync(join(root, 'log'))
  setVersion('1.0.1')
  await start(root)
  expect(readFileSync(join(root, 'log'), 'utf8')).toContain('begins ')
})

test('a killed installation is repeated', async () => {
  const root = makeProject()
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  writeFileSync(join(root, '.installing'), `${ended.pid}`)
  expect(await start(root)).toBe(0)
  expect(readFileSync(join(root, 'log'), 'utf8')).toBe('begins ends runs ')
})
