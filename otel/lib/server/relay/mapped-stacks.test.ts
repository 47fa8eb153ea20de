import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MinifiedApp, minifiedApp, origin } from '../../../e2e/minified-app.ts'
import { processMapper, stackMapper } from '../stacks/stack-mapper.ts'
import { withMappedStacks } from './mapped-stacks.ts'

let app: MinifiedApp
let stack: string
beforeAll(async () => {
  app = await minifiedApp({
    'app/shop.ts': "export function pay() {\n  throw new RangeError('no money')\n}\n",
    'app/stock.ts': `import { PriceError } from './errors/price'
export const CartError = class extends Error {}
class StockError extends PriceError { constructor() { super('none left') } }
export const take = () => { throw new StockError() }
export const typesOf = [PriceError, StockError, CartError].map(({ name }) => name)`,
    'app/errors/price.ts':
      'export default 1\nexport abstract class PriceError<T = string> extends Error { detail?: T }',
  })
  await app.build()
  stack = await app.stackOf('shop', 'pay')
  processMapper.set(stackMapper({ archive: app.archive, deadlineMs: 60_000 }))
})
afterAll(() => app[Symbol.asyncDispose]())

const mappedStack = /^RangeError: no money\n {4}at pay \(app\/shop\.ts:2:13\)\n/
const attributes = () => ({
  'exception.type': 'RangeError',
  'exception.stacktrace': stack,
  'errata.react.component_stack': `\n    at x (${/\((https:.*?)\)/.exec(stack)?.[1]})`,
  'errata.exception.causes': JSON.stringify([{ type: 'Error', message: 'why', stacktrace: stack }]),
  'errata.stack.mapped': 'yes',
  'errata.stack.context': 'forged',
})

function jsonOf(record: Readonly<Record<string, string>>): object {
  const list = Object.entries(record).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  return { resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 17, attributes: list }] }] }] }
}

/** Attributes of text, of all records of a body. */
function attributesOf(body: Uint8Array): Map<string, string>[] {
  const records = JSON.parse(new TextDecoder().decode(body)).resourceLogs[0].scopeLogs[0].logRecords
  return records.map(
    ({ attributes: list }: { attributes: { key: string; value: { stringValue: string } }[] }) =>
      new Map(list.map(({ key, value }) => [key, value.stringValue])),
  )
}

const send = (record: Readonly<Record<string, string>>, origins = [origin]) => {
  const json = jsonOf(record)
  return withMappedStacks({ body: new TextEncoder().encode(JSON.stringify(json)), json }, origins)
}

test('stack, causes and components are mapped, and the raw ones kept', async () => {
  const [record] = attributesOf(await send(attributes()))

  expect(record?.get('exception.stacktrace')).toMatch(mappedStack)
  expect(record?.get('errata.stack.raw')).toBe(stack)
  expect(record?.get('errata.stack.mapped')).toBe('yes')
  expect(record?.has('errata.stack.unmapped_reason')).toBe(false)
  expect(record?.get('errata.react.component_stack')).toBe('\n    at pay (app/shop.ts:2:13)')
  expect(record?.get('errata.react.component_stack_raw')).toBe(attributes()['errata.react.component_stack'])
  expect(JSON.parse(record?.get('errata.exception.causes') ?? '')).toEqual([
    { type: 'Error', message: 'why', stacktrace: expect.stringMatching(mappedStack), raw: stack },
  ])
  expect(JSON.parse(record?.get('errata.stack.context') ?? '')).toEqual([
    {
      file: 'app/shop.ts',
      line: 2,
      column: 13,
      function: 'pay',
      context: { before: ['export function pay() {'], line: "  throw new RangeError('no money')", after: ['}', ''] },
    },
  ])
})

test('attributes that only the relay may set are removed from what a browser sent', async () => {
  const told = { ...attributes(), 'exception.stacktrace': 'Error: x\n    at a (https://evil.example/a.js:1:1)' }
  const [record] = attributesOf(await send(told, ['https://evil.example']))

  expect(record?.get('exception.stacktrace')).toBe(told['exception.stacktrace'])
  expect(record?.get('errata.stack.mapped')).toBe('no')
  expect(record?.get('errata.stack.unmapped_reason')).toBe('no_map')
  expect(record?.has('errata.stack.context')).toBe(false)
})

test('frames of another host are left alone, and others beside them mapped', async () => {
  const foreign = stack.replaceAll(origin, 'https://evil.example')
  const [own] = stack.split('\n').slice(1)
  const both = attributesOf(await send({ 'exception.stacktrace': `${foreign}\n${own}` }))
  const alone = attributesOf(await send({ 'exception.stacktrace': foreign }))

  expect(both[0]?.get('exception.stacktrace')).toBe(`${foreign}\n    at pay (app/shop.ts:2:13)`)
  expect(both[0]?.get('errata.stack.mapped')).toBe('yes')
  expect(alone[0]?.get('exception.stacktrace')).toBe(foreign)
  expect(alone[0]?.get('errata.stack.unmapped_reason')).toBe('foreign')
})

test('a context is of the own stack, where there is one', async () => {
  const { 'errata.react.component_stack': componentStack } = attributes()
  const [record] = attributesOf(await send({ 'errata.react.component_stack': componentStack }))

  expect(record?.get('errata.stack.mapped')).toBe('yes')
  expect(record?.has('errata.stack.context')).toBe(false)
})

test('logs without an exception go on byte by byte', async () => {
  const json = jsonOf({ 'log.record.uid': 'x' })
  const body = new TextEncoder().encode(JSON.stringify(json, null, 2))

  expect(await withMappedStacks({ body, json }, [origin])).toBe(body)
})

test('a flood of long stacks in one body stays within what the Collector takes', async () => {
  const lines = Array.from({ length: 8 }, () => stack.split('\n')[1]).join('\n')
  const record = { 'exception.stacktrace': `Error: x\n${lines}` }
  const list = Object.entries(record).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const json = {
    resourceLogs: [{ scopeLogs: [{ logRecords: Array.from({ length: 60 }, () => ({ attributes: [...list] })) }] }],
  }
  const body = new TextEncoder().encode(JSON.stringify(json))
  const after = await withMappedStacks({ body, json }, [origin])

  expect(body.byteLength).toBeLessThan(65_536)
  expect(after.byteLength).toBeLessThanOrEqual(524_288)
  expect(attributesOf(after)[0]?.get('exception.stacktrace')).toContain('at pay (app/shop.ts:2:13)')
})

test('an error of a minified class has the type that it has in the source, and so have its causes', async () => {
  const thrown = await app.stackOf('stock', 'take')
  const types = await app.valueOf('stock', 'typesOf')
  const typeOf = async (type: string) => {
    const causes = JSON.stringify([{ type, message: 'why', stacktrace: thrown }])
    const record = { 'exception.type': type, 'exception.stacktrace': thrown, 'errata.exception.causes': causes }
    const [mapped] = attributesOf(await send(record))
    return [mapped?.get('exception.type'), JSON.parse(mapped?.get('errata.exception.causes') ?? '')[0].type]
  }

  expect(types.every(type => type.length <= 2)).toBe(true)
  expect(await Promise.all(types.map(typeOf))).toEqual(
    ['PriceError', 'StockError', 'CartError'].map(name => [name, name]),
  )
  expect(await Promise.all(['RangeError', 'q1', '__proto__'].map(typeOf))).toEqual(
    ['RangeError', 'Error', '__proto__'].map(name => [name, name]),
  )
})
