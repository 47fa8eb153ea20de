import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

type Options = Parameters<typeof exceptionRow>[0]

/** Issues of the exceptions, in the order given. */
async function issuesOf(...exceptions: Options[]): Promise<string[]> {
  await using store = await openTestStore(
    exceptions.map((options, i) => exceptionRow({ at: 60_000 - i, ...options, service: options?.service ?? 'shop' })),
  )
  const listed = await listExceptions(store, { range: rangeEndingAt(Date.now(), 3_600_000), limit: 50 })
  return listed.reverse().map(({ issue }) => issue)
}

const distinct = (issues: string[]) => new Set(issues).size

test('messages that differ only in ids, numbers, hex, quoted values and dates are one issue', async () => {
  const issues = await issuesOf(
    { message: `no "Ann" 12, 550e8400-e29b-41d4-a716-446655440000 of 2026-01-02T03:04:05.678Z at 0xdeadbeef 'a'` },
    { message: `no "Bob" 7, 6ba7b810-9dad-11d1-80b4-00c04fd430c8 of 2025-11-30 23:59 at 0xcafe 'b c'` },
    { message: `no "" -3.5, 6BA7B8109DAD11D180B400C04FD430C8 of 30 Nov 2025 at 9f86d081884c7d65 ''` },
  )
  expect(issues).toHaveLength(3)
  expect(distinct(issues)).toBe(1)
})

test('a different type, service or stack of functions makes a different issue, and so does a different message without functions', async () => {
  const stacktrace = 'Error: m\n    at other (/srv/a.js:1:2)'
  const messages = ['no cart', 'no order'].map(message => ({ message, stacktrace: '' }))
  expect(distinct(await issuesOf({}, { type: 'E' }, { service: 's' }, { stacktrace }, ...messages))).toBe(6)
  expect(distinct(await issuesOf({}, { message: 'no cart' }))).toBe(1)
})

test('positions, paths, bundler suffixes and library frames do not matter', async () => {
  const stack = (...lines: string[]) => ({ stacktrace: ['TypeError: m', ...lines].join('\n') })
  const issues = await issuesOf(
    stack('    at pay (/srv/shop/pay.js:1:2)', '    at async Object.action (/srv/shop/cart.js:3:4)'),
    stack('    at pay$1 (file:///app/build/assets/pay-8f3a0b1c.js:99:1)', '    at async action (/app/cart.js:9:9)'),
    stack(
      '    at pay2 (C:\\Users\\ci\\shop\\build\\pay.js:1:2)',
      '    at call (/srv/node_modules/react-router/i.js:1:1)',
      '    at action (/srv/shop/cart.js:1:1)',
    ),
    stack('pay@https://shop.test/pay.js:1:2', 'async*action@https://shop.test/cart.js:3:4'),
  )
  expect(distinct(issues)).toBe(1)
})

test('a source-mapped stack is grouped by function and file, for all browsers', async () => {
  const stack = (...lines: string[]) => ({ stacktrace: lines.join('\n') })
  const issues = await issuesOf(
    stack('TypeError: m', '    at pay (app/cart.tsx:41:3)', '    at async action (app/routes/(shop)/x.tsx:3:4)'),
    stack(
      'TypeError: m',
      '    at pay (app/cart.tsx:77:1)',
      '    at call (node_modules/react-dom/x.js:1:1)',
      '    at action (app/routes/(shop)/x.tsx:9:1)',
    ),
    stack('pay@app/cart.tsx:1:2', 'async*action@app/routes/(shop)/x.tsx:3:4'),
    stack(
      'pay@app/cart.tsx:1:2',
      'a@https://shop.test/assets/cart-DkJ3a_-9.js:1:48122',
      'action@app/routes/(shop)/x.tsx:3:4',
    ),
  )
  expect(distinct(issues)).toBe(1)
  const others = await issuesOf(
    stack('TypeError: m', '    at pay (app/cart.tsx:41:3)'),
    stack('TypeError: m', '    at pay (app/other.tsx:41:3)'),
    stack('TypeError: m', '    at app/cart.tsx:41:3'),
    stack('TypeError: m', '    at app/other.tsx:41:3'),
  )
  expect(distinct(others)).toBe(4)
  expect(
    distinct(await issuesOf(stack('TypeError: m', '    at async app/cart.tsx:4:3'), stack('@app/cart.tsx:5:3'))),
  ).toBe(1)
})

test('minified names are ignored', async () => {
  const issues = await issuesOf(
    ...[
      'Ab (https://shop.test/assets/cart-DkJ3a_-9.js:1:48122)',
      'abc (https://shop.test/assets/cart-B0zOnwub.js:1:77)',
      'xyz$1 (http://shop.test/static/js/main.3f2a1b2c.js:2:9)',
    ].map(frame => ({ stacktrace: `TypeError: m\n    at ${frame}` })),
    { stacktrace: 'abcd@https://shop.test/assets/cart-DkJ3a_-9.js:1:48122' },
    { stacktrace: '' },
  )
  expect(distinct(issues)).toBe(1)
})

test('the functions of Python, Java, Go, Ruby, PHP and .NET stacks tell issues apart', async () => {
  const stacks = (name: string) => [
    `Traceback (most recent call last):\n  File "/a.py", line 1, in main\n  File "/b.py", line 2, in ${name}\nE: m`,
    `E: m\n\tat com.shop.Cart.${name}(Cart.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:1)`,
    `goroutine 1 [running]:\nmain.(*Cart).${name}(0xc000, 0x1)\n\t/srv/main.go:12 +0x1d`,
    `/srv/cart.rb:12:in '${name}'`,
    `#0 /srv/cart.php(12): Shop\\Cart->${name}(Object(User))\n#1 {main}`,
    `   at Shop.Cart.${name}(String id) in /src/Cart.cs:line 5`,
  ]
  const issues = await issuesOf(...[...stacks('pay'), ...stacks('ship')].map(stacktrace => ({ stacktrace })))
  expect(issues).toHaveLength(12)
  expect(distinct(issues)).toBe(12)
})

test('a fingerprint set by the sender is the issue', async () => {
  const given = { attributes: { 'errata.issue.fingerprint': 'k7m2p9qx' } }
  expect(await issuesOf({ ...given, message: 'a' }, { ...given, message: 'b' })).toEqual(['k7m2p9qx', 'k7m2p9qx'])
})

test('fifty different messages without functions are fifty issues', async () => {
  const word = (n: number) =>
    String.fromCharCode(
      ...String(n)
        .split('')
        .map(digit => 103 + Number(digit)),
    )
  const issues = await issuesOf(
    ...Array.from({ length: 50 }, (_, n) => ({ message: `cannot ${word(n)} the cart`, stacktrace: '' })),
  )
  expect(distinct(issues)).toBe(50)
})
