import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const files = listFiles()
const text = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')
const index = 'docs/decisions/README.md'
const records = files.filter(file => file.startsWith('docs/decisions/') && file !== index)

test('each decision record has a number, a title and a status', () => {
  for (const record of records) {
    const number = basename(record).slice(0, 4)
    const [title, empty, status] = text(record).split('\n')
    expect(title, record).toMatch(new RegExp(`^# ${number}: .{10,90}$`))
    expect(empty, record).toBe('')
    expect(status, record).toMatch(/^Status: accepted(\.|$)/)
  }
})

test('no two decision records have one number', () => {
  const numbers = records.map(record => basename(record).slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('the index of the decision records has one line for each, with its title', () => {
  const lines = records.map(record => {
    const [title = ''] = text(record).split('\n')
    const [number, name] = title.slice(2).split(/: (.*)/)
    return `- [${number}](${basename(record)}) ${name}`
  })
  expect(text(index).match(/^- .*/gm)).toEqual(lines)
})

const documents = files
  .filter(file => /^(?!otel\/|test\/|e2e\/)(.*\/)?([A-Z]+|production|security)\.md$/.test(file))
  .concat(records)
const folders = new Set(files.flatMap(file => parentsOf(file)))
const rooms = new Set([...folders].filter(folder => !folder.includes('/')))

test('every file and folder that a document names exists', () => {
  const missing = documents.flatMap(document =>
    [...namedPaths(document)].filter(path => !exists(path)).map(path => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('the trees of spans in the README of otel/ have their roots on top', () => {
  const [, picture = ''] = /## What you get\n+```\n([^`]+)/.exec(text('otel/README.md')) ?? []
  // Each level indents by two columns; the side stands in a column of its own.
  const lines = picture.split('\n').flatMap(line => {
    const [, indent = '', name = ''] = /^([│├└─ ]*)(\S.*?) {2,}/.exec(line) ?? []
    return name === '' ? [] : [{ depth: indent.length / 2, name }]
  })
  const parents = lines.map(({ depth, name }, at) => [
    name,
    lines.slice(0, at).findLast(other => other.depth < depth)?.name,
  ])

  expect(parents).toEqual([
    ['GET /', undefined],
    ['loader home', 'GET /'],
    ['render shell · render stream', 'GET /'],
    ['pageload /', 'GET /'],
    ['navigation /cart/:id', undefined],
    ['modules · commit', 'navigation /cart/:id'],
    ['GET /cart/:id', 'navigation /cart/:id'],
    ['GET /cart/:id', 'GET /cart/:id'],
    ['middleware root', 'GET /cart/:id'],
    ['loader cart', 'GET /cart/:id'],
    ['SELECT items', 'loader cart'],
    ['http.server.request.exception', 'GET /cart/:id'],
  ])
})

/** Paths in links and in code spans that start with a folder of the root; from the root, `*` matches within a folder. */
function namedPaths(document: string): Set<string> {
  const links = [...text(document).matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, target = '']) =>
    posix.join(dirname(document), target),
  )
  const spans = [...text(document).matchAll(/`([\w.@*-]+(?:\/[\w.*-]*)+)`/g)]
    .map(([, path = '']) => path)
    .filter(path => rooms.has(path.slice(0, path.indexOf('/'))))
  // Files that are made there are not in the repository.
  return new Set(
    [...links, ...spans].filter(path => !/^(build|node_modules|deploy\/compose\/secrets)(\/|$)/.test(path)),
  )
}

function exists(path: string): boolean {
  const name = path.replace(/\/$/, '')
  if (!name.includes('*')) return folders.has(name) || files.includes(name)
  const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  return files.some(file => pattern.test(file))
}

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}
