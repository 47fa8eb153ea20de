import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MinifiedApp, minifiedApp, origin } from '../../../e2e/minified-app.ts'
import { listBuilds, mapFile } from '../../maps/map-archive.ts'
import type { StackOrigin } from './map-lookup.ts'
import type { MappedStack } from './map-stack.ts'
import { stackMapper } from './stack-mapper.ts'

const shop = `import { charge } from './money'

export function pay() {
  charge(5)
}

export const cancel = () => {
  try {
    charge(6)
  } catch (cause) {
    throw new TypeError('not cancelled', { cause })
  }
}
`
const money = `// What it costs.
export function charge(cents: number): never {
  const reason = 'no money: ' + cents
  throw new RangeError(reason)
}
`
/** On a busy machine a thread takes its time. */
const deadlineMs = 60_000
const browser: StackOrigin = { side: 'browser', origins: [origin], release: 'r1' }

let app: MinifiedApp
beforeAll(async () => {
  app = await minifiedApp({ 'app/shop.ts': shop, 'app/money.ts': money })
  await app.build()
})
afterAll(() => app[Symbol.asyncDispose]())

const thrownBy = (name: string) => app.stackOf('shop', name)

async function mapped(
  text: string,
  teller = browser,
  mapper = stackMapper({ archive: app.archive, deadlineMs }),
): Promise<MappedStack> {
  const [stack] = await mapper.map([text], teller)
  if (stack === undefined || typeof stack === 'string') throw new Error(`not mapped: ${stack}`)
  return stack
}

test('frames of the own scripts get file, line, column and function of the source, and the lines around it', async () => {
  const told = await thrownBy('pay')
  const { text, own, mapped: count, context } = await mapped(told)

  expect(told).toMatch(/at \w{1,2} \(https:\/\/shop\.example\/assets\/shop-[\w-]+\.js:1:\d+\)/)
  expect(text.split('\n').slice(0, 3)).toEqual([
    'RangeError: no money: 5',
    '    at charge (app/money.ts:4:13)',
    '    at pay (app/shop.ts:4:3)',
  ])
  expect([own, count]).toEqual([2, 2])
  expect(context.slice(0, 2)).toEqual([
    {
      file: 'app/money.ts',
      line: 4,
      column: 13, // of RangeError: the minifier leaves out what it needs not
      function: 'charge',
      context: {
        before: money.split('\n').slice(0, 3),
        line: '  throw new RangeError(reason)',
        after: ['}', ''],
      },
    },
    expect.objectContaining({ file: 'app/shop.ts', line: 4, function: 'pay' }),
  ])
})

test('a stack of Firefox or Safari stays in its form', async () => {
  const [, place = ''] = /\((https:.*?)\)/.exec(await thrownBy('pay')) ?? []

  expect((await mapped(`a@${place}\nasync*@${place}\n${place}`)).text).toBe(
    'charge@app/money.ts:4:13\nasync*charge@app/money.ts:4:13\ncharge@app/money.ts:4:13',
  )
})

test('the frames of causes, workers and React components are mapped as well', async () => {
  const [, place = ''] = /\((https:.*?)\)/.exec(await thrownBy('pay')) ?? []
  const told = `Error: outer\n    at x (${place})\nCaused by: RangeError: inner\n    at y (${place})`

  expect((await mapped(told)).text).toBe(
    'Error: outer\n    at charge (app/money.ts:4:13)\nCaused by: RangeError: inner\n    at charge (app/money.ts:4:13)',
  )
  expect((await mapped(`    at ${place}`)).text).toBe('    at charge (app/money.ts:4:13)')
  expect((await mapped(`\n    at i (${place})\n    at main (<anonymous>)`)).text).toBe(
    '\n    at charge (app/money.ts:4:13)\n    at main (<anonymous>)',
  )
})

test('a tab of the build before last is mapped by the maps of that', async () => {
  const old = await thrownBy('pay')
  const mapper = stackMapper({ archive: app.archive, deadlineMs })
  await mapped(old, browser, mapper)
  for (const n of [1, 2])
    await app.build({ 'app/money.ts': `${'\n'.repeat(n)}${money}export const more = ${n}\n` }, { release: `r${n + 1}` })
  const now = await thrownBy('pay')

  expect(now).not.toBe(old)
  expect((await mapped(old)).text).toContain('at charge (app/money.ts:4:13)')
  expect((await mapped(now)).text).toContain('at charge (app/money.ts:6:13)')
})

test('without maps, or with a damaged one, the stack stays unchanged, with the reason', async () => {
  expect(await stackMapper({ archive: join(app.dir, 'nowhere') }).map(['Error: x'], browser)).toBe('no_map')

  await using other = await minifiedApp({ 'app/shop.ts': shop, 'app/money.ts': money })
  await other.build()
  const [build] = listBuilds(other.archive)
  for (const id of Object.values(build?.scripts ?? {})) if (build) writeFileSync(mapFile(build, id), '{"version":3,')
  const name = Object.keys(build?.scripts ?? {})[0]
  const stack = `Error: x\n    at a (${origin}/${name}:1:20)`
  expect(await mapped(stack, browser, stackMapper({ archive: other.archive, deadlineMs }))).toMatchObject({
    text: stack,
    own: 1,
    mapped: 0,
  })
})

test('what takes longer than the deadline, or more than its share of a core, stays as it is and is counted', async () => {
  const told = await thrownBy('pay')
  const counted: [number, string][] = []
  const recordUnmapped = (count: number, reason: string) => void counted.push([count, reason])

  expect(await stackMapper({ archive: app.archive, deadlineMs: 0, recordUnmapped }).map([told], browser)).toBe(
    'deadline',
  )

  const poor = stackMapper({ archive: app.archive, deadlineMs, budget: { share: 0, savedMs: 0.001 }, recordUnmapped })
  await poor.map([told], browser)
  expect(await poor.map([told, told], browser)).toBe('budget')
  expect(counted).toEqual([
    [1, 'deadline'],
    [2, 'budget'],
  ])
})

test('a map that vanishes is no fault', async () => {
  await using other = await minifiedApp({ 'app/shop.ts': shop, 'app/money.ts': money })
  await other.build()
  const [name] = Object.keys(listBuilds(other.archive)[0]?.scripts ?? {})
  const mapper = stackMapper({ archive: other.archive, deadlineMs })
  await mapper.map(['x'], browser) // the archive is seen
  rmSync(other.archive, { recursive: true })

  expect(await mapped(`Error: x\n    at a (${origin}/${name}:1:20)`, browser, mapper)).toMatchObject({ mapped: 0 })
})
