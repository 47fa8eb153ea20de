import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const files = listFiles().filter(file => file.startsWith('app/'))
const sheets = files.filter(file => file.endsWith('.css'))
/** Those of the lab are sent with its pages only. */
const isOfLab = (file: string) => file.startsWith('app/pages/lab/')
const read = (file: string) => readFileSync(join(REPOSITORY_DIR, file), 'utf8')

describe('the style sheets', () => {
  test.each(sheets.filter(file => !file.endsWith('/tokens.css')))('%s takes its colours from the tokens', file => {
    const rules = read(file).replaceAll(/\/\*.*?\*\//gs, '')
    expect(
      rules.match(
        /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<=[\s,(])(?:white|black|red|gr[ae]y)(?=[;\s,)])/gi,
      ),
    ).toBeNull()
  })

  test.each(sheets.filter(file => !file.endsWith('/desk.css')))(
    '%s is in a layer, and the browser is given it',
    file => {
      expect(read(file)).toMatch(/^(?:\/\*[^*]*\*\/\s*)?@layer (?:tokens|base|parts|screens) \{/)
      const imported = read('app/ui/styles/desk.css').match(/(?<=@import ")[^"]+/g) ?? []
      const importers = files.filter(other => other.endsWith('.tsx') && read(other).includes(`/${basename(file)}'`))
      if (isOfLab(file)) expect(importers.map(other => dirname(other))).toContain(dirname(file))
      else expect(imported.map(path => join('app/ui/styles', path))).toContain(file)
    },
  )

  test('do not stand in attributes: what the server sends in one the browser refuses', () => {
    // The page of last resort is rendered only in the browser, where React sets styles by script.
    const components = files.filter(file => file.endsWith('.tsx') && !file.endsWith('/fallback-document.tsx'))
    expect(components.filter(file => /\sstyle=/.test(read(file)))).toEqual([])
  })
})
