import { describe, expect, test } from 'vitest'
import { candidateScriptNames, chooseSourceMap } from './choose-maps.ts'

const map = (script: string, release: string, service = '') => ({
  script,
  release,
  service,
  debugId: `${script} ${release}`,
})

test.each([
  ['https://shop.test/app/assets/a-1.js?v=2', ['app/assets/a-1.js', 'assets/a-1.js', 'a-1.js']],
  [
    'file:///srv/build/server/index.mjs',
    ['srv/build/server/index.mjs', 'build/server/index.mjs', 'server/index.mjs', 'index.mjs'],
  ],
  ['/srv/index.js', ['srv/index.js', 'index.js']],
  ['C:\\srv\\index.cjs', ['C:/srv/index.cjs', 'srv/index.cjs', 'index.cjs'].map(name => name.replace('C:', 'C:'))],
  ['node:internal/a.js', []],
  ['chrome-extension://abc/a.js', []],
  ['app/routes/cart.tsx', []],
  ['https://[', []],
  ['', []],
])('the names of %s', (file, names) => {
  expect(candidateScriptNames(file)).toEqual(names)
})

describe('the map of a script', () => {
  test('is that of its release, by the longest name, the service’s own first', () => {
    const listed = [
      map('index.js', '1'),
      map('server/index.js', '1'),
      map('server/index.js', '1', 'shop'),
      map('server/index.js', '2'),
    ]
    expect(chooseSourceMap('/srv/build/server/index.js', '1', listed)).toEqual(map('server/index.js', '1', 'shop'))
    expect(chooseSourceMap('/srv/index.js', '1', listed)).toEqual(map('index.js', '1'))
  })

  test('is that of another release only where the name tells what the script holds', () => {
    const of = (script: string) => chooseSourceMap(`https://shop.test/${script}`, '2', [map(script, '1')])
    expect(of('assets/index-DkJ3a1_x.js')).toBeDefined()
    expect(of('static/main.1a2b3c4d.chunk.js')).toBeDefined()
    expect(of('assets/index.js')).toBeUndefined()
    expect(of('assets/entry-checkout.js')).toBeUndefined()
    expect(of('assets/entry.client.js')).toBeUndefined()
  })
})
