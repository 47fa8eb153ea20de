import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ParsedStack, parseStack, type StackFrame } from './parse-stack.ts'

const folder = join(import.meta.dirname, 'cases')
const cases = readdirSync(folder)
  .filter(file => file.endsWith('.txt'))
  .map(file => {
    const [stack = '', expected = ''] = readFileSync(join(folder, file), 'utf8').split('\n=====\n')
    return { name: file.slice(0, -4), stack, expected: expected.trimEnd() }
  })

describe('a stack that a real program printed is read', () => {
  test.each(cases)('$name', ({ stack, expected }) => {
    expect(inWords(parseStack(stack))).toBe(expected)
  })
})

test('there are cases of every language', () => {
  const languages = cases.map(({ stack }) => parseStack(stack).language)
  expect(new Set(languages)).toEqual(
    new Set(['javascript', 'python', 'java', 'go', 'ruby', 'rust', 'dotnet', 'php', 'elixir', 'dart', 'swift']),
  )
})

test('the offsets of a location and of a function are those in the text', () => {
  for (const { stack } of cases) {
    for (const frame of framesOf(parseStack(stack))) {
      const { file, functionStart, functionEnd, locationStart, locationEnd, function: name } = frame
      if (functionStart !== undefined) expect(stack.slice(functionStart, functionEnd)).toBe(name)
      if (locationStart !== undefined) expect(stack.slice(locationStart, locationEnd)).toContain(file)
    }
  }
})

test('a location that is replaced is read as what it was replaced with', () => {
  const stack = 'TypeError: t is null\n    at async t (https://shop.test/assets/index-DkJ3a.js:1:48122)'
  const [frame] = framesOf(parseStack(stack))
  if (frame?.functionStart === undefined || frame.locationStart === undefined) throw new Error('no offsets')
  const mapped =
    stack.slice(0, frame.functionStart) +
    'addToCart' +
    stack.slice(frame.functionEnd, frame.locationStart) +
    'app/routes/cart.tsx:41:9' +
    stack.slice(frame.locationEnd)

  expect(inWords(parseStack(mapped))).toBe(
    'thrown TypeError: t is null\n  app async addToCart app/routes/cart.tsx:41:9',
  )
})

test('a message of a megabyte hides no frame, in any language', () => {
  const frames = [
    '    at pay (https://shop.test/a.js:1:2)',
    '\tat com.shop.Cart.pay(Cart.java:12)',
    '   at Shop.Cart.Pay(String id) in /src/Cart.cs:line 5',
    'm in /srv/cart.php:9\nStack trace:\n#0 {main}',
    'goroutine 1 [running]:\nmain.pay()\n\t/srv/main.go:12 +0x1d',
    'stack backtrace:\n   0: shop::pay\n             at ./main.rs:12:5',
  ]
  for (const frame of frames) {
    for (const long of ['x'.repeat(1 << 20), 'a line of it\n'.repeat(1 << 16), '\n'.repeat(1 << 18)]) {
      expect(framesOf(parseStack(`Error: ${long}\n${frame}`))).toHaveLength(1)
    }
  }
  const python = `Traceback (most recent call last):\n  File "/a.py", line 1, in pay\nE: ${'x'.repeat(1 << 20)}`
  expect(framesOf(parseStack(python))).toHaveLength(1)
  const ruby = `/srv/a.rb:1:in \`pay': ${'x'.repeat(1 << 20)} (IOError)\n\tfrom /srv/a.rb:2:in \`<main>'`
  expect(framesOf(parseStack(ruby))).toHaveLength(2)
})

test('a message that quotes a stack of another language does not decide the language', () => {
  const stack = `Error: Command failed: python3 cart.py
Traceback (most recent call last):
  File "cart.py", line 3, in <module>
ZeroDivisionError: division by zero

    at ChildProcess.exithandler (node:child_process:422:12)
    at pay (/srv/shop/pay.js:3:4)`
  expect(parseStack(stack).language).toBe('javascript')
})

test('a Python traceback whose message quotes a stack of another language is Python', () => {
  const stack = `Traceback (most recent call last):
  File "/srv/shop/render.py", line 3, in render
    run("node", "page.mjs")
RuntimeError: node failed: Error: no page
    at page (/srv/shop/page.mjs:3:4)`
  expect(parseStack(stack).language).toBe('python')
  expect(framesOf(parseStack(stack))).toHaveLength(1)
})

test('text that a logger printed above a traceback is not an exception', () => {
  const stack = 'ERROR:root:it failed\nTraceback (most recent call last):\n  File "/a.py", line 1, in pay\nKeyError: 7'
  expect(inWords(parseStack(stack))).toBe('thrown KeyError: 7\n  app pay /a.py:1')
})

test('the line and the column of a script that is one line are read however long they are', () => {
  const [frame] = framesOf(parseStack('E: m\n    at t (https://shop.test/a.js:123456:12345678)'))
  expect(frame).toMatchObject({ file: 'https://shop.test/a.js', line: 123_456, column: 12_345_678 })
})

test('text without a stack is a message, and an empty text has no sections', () => {
  expect(parseStack('it failed')).toMatchObject({
    sections: [{ relation: 'thrown', message: 'it failed', frames: [] }],
  })
  expect(parseStack('')).toEqual({ sections: [] })
  expect(parseStack(' \n ')).toEqual({ sections: [] })
})

/** Parts of stacks, complete and broken. */
const piece = fc.oneof(
  fc.constantFrom(...cases.flatMap(({ stack }) => stack.split('\n'))),
  fc.constantFrom(
    'at ',
    '    at ',
    ' (',
    ')',
    '@',
    ':1:2',
    ' in ',
    '", line ',
    '  File "',
    "':",
    '\t',
    '\n',
    '\r\n',
    '+0x1',
  ),
  fc.constantFrom(
    'Caused by: ',
    '  | ',
    '  +-+-------- 1 -----',
    '#0 ',
    ' ---> ',
    'Next ',
    'goroutine 1 [',
    'stack backtrace:',
    '   0: ',
    '             at a.rs:1:2',
    '[errors]: [',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
/** In one language, or in several at once. */
const pieces = fc.oneof(
  fc.constant(piece),
  fc
    .constantFrom(...cases)
    .map(({ stack }) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...stack.split('\n')) }, piece)),
)
const hostile = pieces
  .chain(one => fc.array(fc.tuple(one, fc.constantFrom('', '\n', '\n', '\n')), { maxLength: 30 }))
  .map(parts => parts.flat().join(''))

test('heads and frames of any text do not overlap, lie inside it and equal its text there', () => {
  fc.assert(
    fc.property(hostile, text => {
      const { sections } = parseStack(text)
      const spans = sections.flatMap(({ headStart, headEnd, frames }) => [
        { start: headStart, end: headEnd },
        ...frames.map(({ start, end }) => ({ start, end })),
      ])
      const inOrder = spans.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
      let at = 0
      for (const { start, end } of inOrder) {
        expect(start).toBeGreaterThanOrEqual(at)
        at = end
      }
      expect(at).toBeLessThanOrEqual(text.length)
      for (const frame of framesOf({ sections })) {
        expect(frame.raw).toBe(text.slice(frame.start, frame.end))
        if (frame.locationStart === undefined || frame.locationEnd === undefined) continue
        expect(frame.locationStart).toBeGreaterThanOrEqual(frame.start)
        expect(frame.locationEnd).toBeLessThanOrEqual(frame.end)
        expect(frame.locationEnd).toBeGreaterThan(frame.locationStart)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('a megabyte of any text is read to the end', () => {
  // A quadratic matcher would take hours and end at the test's deadline.
  fc.assert(
    fc.property(
      piece,
      fc.constantFrom('', '\n', ' ', '\n\t'),
      fc.constantFrom('', '\n    at f (a.js:1:2)'),
      (unit, gap, end) => {
        const text = `${unit}${gap}`.repeat(Math.ceil(1_000_000 / Math.max(1, unit.length + gap.length))) + end
        expect(parseStack(text).sections.length).toBeLessThanOrEqual(text.length)
      },
    ),
    { numRuns: 15 },
  )
})

const framesOf = ({ sections }: ParsedStack): StackFrame[] => sections.flatMap(({ frames }) => frames)

/** One line for each section and frame, as the cases have them. */
function inWords({ sections }: ParsedStack): string {
  return sections
    .flatMap(({ relation, type = '', message = '', frames, omitted }) => [
      `${relation} ${type}: ${message}`.replaceAll('\n', '\\n').trimEnd(),
      ...frames.map(
        ({ library, async, module, function: name, file, line, column, repeated, context }) =>
          `  ${[
            library ? 'library' : 'app',
            async && 'async',
            module && `[${module}]`,
            name,
            file && [file, line, column].filter(part => part !== undefined).join(':'),
            repeated && `×${repeated + 1}`,
            context && `| ${context.line}`,
          ]
            .filter(Boolean)
            .join(' ')}`,
      ),
      ...(omitted ? [`  … ${omitted}`] : []),
    ])
    .join('\n')
}
