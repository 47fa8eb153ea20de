import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardDeferred } from './guard-deferred.ts'

const hide = () => new Error('hidden')
const rejected = () => Promise.reject(new Error('secret'))

test('a value without promises comes back as it is, not copied', () => {
  const value = { list: [1, { a: null }], map: new Map([['k', new Set([1])]]), date: new Date(0) }
  expect(guardDeferred(value, hide)).toBe(value)
})

test('a rejected promise nobody waits for ends nothing, wherever it is nested', async () => {
  const seen: unknown[] = []
  const note = (reason: unknown) => {
    seen.push(reason)
    return hide()
  }
  guardDeferred({ top: rejected(), deep: { list: [rejected()] } }, note)
  guardDeferred(new Map([['k', rejected()]]), note)
  guardDeferred(new Set([rejected()]), note)
  await new Promise(resolve => setImmediate(resolve))
  expect(seen).toHaveLength(4)
})

test('awaiting the promise rejects with the replaced error', async () => {
  const { price } = Object(guardDeferred({ price: rejected() }, hide))
  await expect(price).rejects.toThrow('hidden')
})

test('a resolved promise keeps its value, and promises in it are guarded as well', async () => {
  const value = Object(guardDeferred({ price: Promise.resolve({ net: rejected(), tax: 7 }) }, hide))
  const price = await value.price
  expect(price.tax).toBe(7)
  await expect(price.net).rejects.toThrow('hidden')
})

test('a promise inside a cycle is guarded, and what was shared stays shared', async () => {
  const cycle: Record<string, unknown> = { price: rejected() }
  cycle['self'] = [cycle]
  const value = Object(guardDeferred({ one: cycle, other: cycle }, hide))
  expect(value.one).not.toBe(cycle)
  expect(value.one).toBe(value.other)
  expect(value.one.self[0]).toBe(value.one)
  await expect(value.one.price).rejects.toThrow('hidden')
})

/** Every item leads to all others by way of their category. Counts how often an object is looked into. */
function catalogue(items: number, extra: Record<string, unknown> = {}) {
  let visits = 0
  const counted = (object: object) =>
    new Proxy(object, {
      ownKeys(target) {
        visits++
        return Reflect.ownKeys(target)
      },
    })
  const category: { items: object[] } = { items: [] }
  const shown = counted(category)
  category.items = Array.from({ length: items }, (_, id) => counted({ id, category: shown, ...extra }))
  return { result: { category: shown }, visits: () => visits }
}

test.each([300, 3_000])('data in which everything leads to everything is walked through once: %i items', items => {
  const { result, visits } = catalogue(items)
  expect(guardDeferred(result, hide)).toBe(result)
  expect(visits()).toBeLessThan(2_000 + 2 * items + 10)
})

test('the same with promises in it is copied once', async () => {
  const { result, visits } = catalogue(300, { stock: Promise.resolve(3) })
  const { category } = Object(guardDeferred(result, hide))
  expect(category.items).toHaveLength(300)
  expect(category.items[7].category).toBe(category)
  await expect(category.items[7].stock).resolves.toBe(3)
  expect(visits()).toBeLessThan(2_000 + 4 * 300)
})

test('data nested as deep as one likes does not exhaust the stack', async () => {
  let nested: Record<string, unknown> = { price: rejected() }
  for (let depth = 0; depth < 50_000; depth++) nested = { nested }
  let innermost = Object(guardDeferred(nested, hide))
  while (innermost.nested) innermost = innermost.nested
  await expect(innermost.price).rejects.toThrow('hidden')
})

test('a promise that resolves to what holds it is guarded once', async () => {
  const held: Record<string, unknown> = { price: rejected() }
  held['again'] = Promise.resolve(held)
  const value = Object(guardDeferred(held, hide))
  const again = await value.again
  expect(again).toBe(value)
  await expect(again.price).rejects.toThrow('hidden')
})

test('an object keeps its prototype and its names, whatever they are', async () => {
  const bare = Object.assign(Object.create(null), { price: Promise.resolve(3) })
  const odd = JSON.parse('{"__proto__": {"a": 1}}')
  odd.price = Promise.resolve(4)
  const value = Object(guardDeferred({ bare, odd }, hide))
  expect(Object.getPrototypeOf(value.bare)).toBeNull()
  expect(Object.getPrototypeOf(value.odd)).toBe(Object.prototype)
  expect(Object.getOwnPropertyDescriptor(value.odd, '__proto__')?.value).toEqual({ a: 1 })
  expect([await value.bare.price, await value.odd.price]).toEqual([3, 4])
})

test('whatever leads to whatever, every promise is replaced and nothing else is another', () => {
  const node = fc.record({
    kind: fc.constantFrom('list', 'object', 'map', 'set', 'promise', 'plain'),
    leadsTo: fc.array(fc.nat(19), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 20 }), nodes => {
      const made = nodes.map(({ kind }, i) => makeNode(kind, i))
      for (const [i, { leadsTo }] of nodes.entries()) {
        for (const [n, to] of leadsTo.entries()) connect(made[i], `${n}`, made[to % made.length])
      }
      compare(made[0], guardDeferred(made[0], hide), new Map())
    }),
  )
})

function makeNode(kind: string, i: number): unknown {
  if (kind === 'list') return []
  if (kind === 'object') return {}
  if (kind === 'map') return new Map()
  if (kind === 'set') return new Set()
  return kind === 'promise' ? Promise.resolve(i) : i
}

function connect(from: unknown, name: string, to: unknown): void {
  if (Array.isArray(from)) from.push(to)
  else if (from instanceof Map) from.set(name, to)
  else if (from instanceof Set) from.add(to)
  else if (typeof from === 'object' && from !== null && !(from instanceof Promise)) Reflect.set(from, name, to)
}

const entriesOf = (value: object): [unknown, unknown][] => {
  if (value instanceof Map) return [...value]
  if (value instanceof Set) return [...value].map((part, i) => [i, part])
  return Object.entries(value)
}

/** Walks through both: promises differ, containers have the same shape, and one that is the same leads to no promise. */
function compare(original: unknown, copy: unknown, known: Map<object, unknown>): void {
  if (typeof original !== 'object' || original === null || typeof copy !== 'object' || copy === null) {
    expect(copy).toBe(original)
    return
  }
  if (known.has(original)) {
    expect(copy).toBe(known.get(original))
    return
  }
  known.set(original, copy)
  if (original instanceof Promise) {
    expect(copy).toBeInstanceOf(Promise)
    expect(copy).not.toBe(original)
    return
  }
  const [before, after] = [entriesOf(original), entriesOf(copy)]
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name))
  for (const [i, [, part]] of before.entries()) compare(part, after[i]?.[1], known)
}

test('a class instance is left alone', () => {
  class Money {
    amount = rejected().catch(() => 0)
  }
  const money = new Money()
  expect(guardDeferred({ money }, hide)).toMatchObject({ money })
})
