import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testException } from './exception.test-data.ts'
import { writeException } from './write-exception.ts'

const causes = [{ type: 'KeyError', message: 'no tea', stacktrace: 'KeyError: no tea\n    at find (/srv/f.js:1:2)' }]

describe('an exception written', () => {
  test('as text is its stack with those of its causes', () => {
    expect(writeException(testException({ causes }), 'text')).toBe(`TypeError: no price
    at pay (/srv/shop/pay.js:3:4)
Caused by: KeyError: no tea
    at find (/srv/f.js:1:2)
`)
  })

  test('as text keeps every frame below a message of a megabyte, and says what it cut', () => {
    const message = 'x'.repeat(1_000_000)
    const stacktrace = `Error: ${message}\n    at pay (/srv/shop/pay.js:3:4)`
    const text = writeException(testException({ message, stacktrace }), 'text')

    expect(text).toContain('… (1000007 characters)\n    at pay (/srv/shop/pay.js:3:4)')
    expect(text.length).toBeLessThan(5_000)
    expect(writeException(testException({ message }), 'message')).toBe(message)
  })

  test('raw is the stack as it was before it was mapped', () => {
    expect(writeException(testException({ attributes: { 'errata.stack.raw': 'E\n    at t (a.js:1:1)' } }), 'raw')).toBe(
      'E\n    at t (a.js:1:1)',
    )
  })

  test('as Markdown tells what, where and when, and shows the source round the first own place', () => {
    const context = { before: ['const item = items[0]'], line: 'return item.price', after: ['}'] }
    const attributes = { 'errata.stack.context': JSON.stringify([{ file: 'app/cart.tsx', line: 41, context }]) }
    const stacktrace = 'TypeError: no price\n    at JSON.parse (<anonymous>)\n    at pay (app/cart.tsx:41:9)'

    expect(writeException(testException({ stacktrace, attributes }), 'markdown')).toBe(`### TypeError: no price

- Service: \`shop · 1.2.3 · test\`
- Route: \`/cart/:id\`
- When: \`2023-11-14T22:13:20.000000000Z\`
- Digest: \`k7m2p9qx4r\`
- Trace: \`0af7651916cd43dd8448eb211c80319c\`

\`app/cart.tsx:41\` in \`pay\`

\`\`\`
     40 | const item = items[0]
>    41 | return item.price
     42 | }
\`\`\`

\`\`\`
TypeError: no price
    at JSON.parse (<anonymous>)
    at pay (app/cart.tsx:41:9)
\`\`\`
`)
  })

  test('as Markdown cannot leave its fence, whatever the stack says', () => {
    const ticks = fc
      .array(fc.constantFrom('`', '```', '````', '\n', '# h', 'x'), { maxLength: 20 })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(ticks, stacktrace => {
        const lines = writeException(testException({ stacktrace: `E: ${stacktrace}` }), 'markdown')
          .trimEnd()
          .split('\n')
        const fence = lines.at(-1) ?? ''
        expect(fence).toMatch(/^`{3,}$/)
        expect(lines.filter(line => line.startsWith(fence)).length).toBe(2)
      }),
      { numRuns: 300 },
    )
  })
})
