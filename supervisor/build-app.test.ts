import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { poll } from '../test/poll.ts'
import { buildApp } from './build-app.ts'
import { createProcessRecord, isProcessRunning } from './process-record.ts'

function makeProject(build: string): string {
  const root = mkdtempSync(join(tmpdir(), 'errata-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['otel/lib', 'otel/dist', 'build']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'slow', version: '1.0.0', scripts: { build } }))
  return root
}

test('of two concurrent builds one runs, and both have the result', async () => {
  const root = makeProject(
    `node -e "const fs = require('fs'); fs.appendFileSync('log', 'begins '); setTimeout(() => { fs.appendFileSync('log', 'ends ') }, 500)"`,
  )
  expect((await Promise.all([buildApp(root), buildApp(root)])).toSorted()).toEqual([false, true])
  expect(readFileSync(join(root, 'log'), 'utf8')).toBe('begins ends ')
})

test('a whole build has built otel/ too, until its sources change', async () => {
  const root = makeProject(`node -e ""`)
  expect(await buildApp(root)).toBe(true)
  expect(await buildApp(root, { only: 'otel' })).toBe(false)

  writeFileSync(join(root, 'package.json'), JSON.stringify({ workspaces: ['otel'] }))
  writeFileSync(join(root, 'otel/package.json'), JSON.stringify({ name: 'otel', scripts: { build: `node -e ""` } }))
  expect(await buildApp(root, { only: 'otel' })).toBe(true)
})

test('a stop ends a build with the processes that npm started', async () => {
  const root = makeProject(
    `node -e "require('fs').writeFileSync('pid', String(process.pid)); setTimeout(() => {}, 60_000)"`,
  )
  const stop = new AbortController()
  const building = buildApp(root, { signal: stop.signal })
  const outcome = expect(building).rejects.toThrow('The build failed')

  const pid = await poll(
    () => (existsSync(join(root, 'pid')) ? Number(readFileSync(join(root, 'pid'), 'utf8')) : 0),
    it => it > 0,
  )
  const compiler = createProcessRecord('compiler', pid)
  stop.abort()
  await outcome
  await poll(
    () => isProcessRunning(compiler),
    isThere => !isThere,
  )
})
