import { expect, test } from 'vitest'
import { findImportCycles } from './find-circles.ts'
import { listFiles } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

const files = listFiles().filter(file => /^app\/.*\.tsx?$/.test(file) && !/\.test(-data)?\.tsx?$/.test(file))

/** Every import between files of the app, types included. */
const imports = files.flatMap(from =>
  listImports(from)
    .filter(({ specifier }) => specifier.startsWith('.') && !specifier.includes('+types/'))
    .map(({ specifier }) => ({ from, to: resolveImport(from, specifier) }))
    .filter(({ to }) => to.startsWith('app/')),
)

/** From the bottom up: a folder may import itself and those before it. */
const layers = ['format', 'insights', 'url', 'ui', 'http', 'access', 'data', 'alerts', 'parts', 'api', 'pages'] as const

test('the folders of the app import only the layers below them, types included', () => {
  const layerOf = (file: string) => layers.findIndex(layer => file.startsWith(`app/${layer}/`))
  const wrong = imports
    .map(({ from, to }) => ({ from, to, up: layerOf(to) - layerOf(from) }))
    .filter(({ from, up }) => layerOf(from) !== -1 && up > 0)
  expect(imports.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

test('no page imports another page, types included', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [page, other] = [pageOf(from), pageOf(to)]
    return page !== undefined && other !== undefined && page !== other
  })
  expect(wrong).toEqual([])
})

test('what one page alone uses is in its folder, and ui, url and format have what three pages use', () => {
  const users = listUsers()
  const tooFew = files
    .map(file => ({ file, pages: [...(users.get(file) ?? [])] }))
    .filter(({ file, pages }) => {
      const [, folder = ''] = file.split('/')
      const least = LEAST_PAGES[folder]
      return least !== undefined && pages.length < least && !pages.includes(EVERY_PAGE)
    })
  expect(tooFew).toEqual([])
})

test('no file of the app imports itself through others, types included', () => {
  expect(findImportCycles(imports)).toEqual([])
})

test('no folder of the app imports itself through others, types included', () => {
  const arrows = imports
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(findImportCycles(arrows)).toEqual([])
})

/** Each file at the root of the app counts as a folder. */
const folderOf = (file: string) => (/^app\/[^/]+$/.test(file) ? file : file.slice(0, file.lastIndexOf('/')))

/** The folder of a page that a file belongs to. */
const pageOf = (file: string) => /^app\/pages\/([^/]+)\//.exec(file)?.[1]

/** How many pages must use a file of a folder. All judgements of changes stand in `insights`, also one that a single page asks for. */
const LEAST_PAGES: Readonly<Record<string, number>> = { format: 3, url: 3, ui: 3, http: 2, data: 2, parts: 2 }

/** Stands for what the root of the app imports: the layout, which all pages have. */
const EVERY_PAGE = 'every page'

/** The pages that import each file, also through others. */
function listUsers(): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const users = new Map<string, Set<string>>()
  const follow = (file: string, page: string) => {
    const of = users.get(file) ?? new Set()
    if (of.has(page)) return
    users.set(file, of.add(page))
    for (const { to } of targets.get(file) ?? []) follow(to, page)
  }
  for (const file of files) {
    const page = /^app\/[^/]+$/.test(file) ? EVERY_PAGE : pageOf(file)
    if (page !== undefined) follow(file, page)
  }
  return users
}
