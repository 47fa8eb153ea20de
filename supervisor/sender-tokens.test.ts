import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { poll } from '../test/poll.ts'
import { keepSenderTokens } from './sender-tokens.ts'
import { StartError } from './start-error.ts'

const first = 'first-of-the-tokens'
const second = 'second-of-the-tokens'

test('the copy has the tokens alone, and only its owner may read it', () => {
  using tokens = keep(`# shop\n${first} of the shop\n\n  ${second}\tof the stock\n`)
  expect(tokens.copied()).toEqual([first, second])
  expect(statSync(tokens.copy).mode & 0o777).toBe(0o600)
})

test.each<[how: string, change: (file: string, text: string) => void]>([
  ['written in place', writeFileSync],
  [
    'replaced by another',
    (file, text) => {
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    },
  ],
  [
    'renamed by an editor and written anew',
    (file, text) => {
      renameSync(file, `${file}~`)
      writeFileSync(file, text)
    },
  ],
  [
    'removed and written again',
    (file, text) => {
      rmSync(file)
      writeFileSync(file, text)
    },
  ],
])('a file that is %s changes the copy, each time', async (_, change) => {
  using tokens = keep(`${first}\n`)
  change(tokens.file, `${second}\n`)
  await tokens.become([second])
  change(tokens.file, `${first}\n${second}\n`)
  await tokens.become([first, second])
  expect(tokens.said).toEqual([
    `${tokens.file} has changed: 1 token holds now.`,
    `${tokens.file} has changed: 2 tokens hold now.`,
  ])
})

test('an emptied file leaves a token that nobody has', async () => {
  using tokens = keep(`${first}\n`)
  writeFileSync(tokens.file, '# nobody\n')
  const [unknown, ...others] = await poll(tokens.copied, ([token]) => token !== first)
  expect(unknown).toMatch(/^[\w-]{43}$/)
  expect(others).toEqual([])
  await expect.poll(() => tokens.said).toEqual([`${tokens.file} has no token any more: all senders are refused.`])
})

test('while the file is away the tokens of before hold, and one line says so', async () => {
  using tokens = keep(`${first}\n`)
  rmSync(tokens.file)
  await poll(
    () => tokens.said,
    said => said.length > 0,
  )
  expect(tokens.said).toEqual([expect.stringMatching(/tokens of before still hold: ENOENT/)])
  expect(tokens.copied()).toEqual([first])
})

test('what is no token in a changed file is left out, and its line is named without its text', async () => {
  using tokens = keep(`${first}\n`)
  writeFileSync(tokens.file, `${second}\nshort\n`)
  await tokens.become([second])
  await expect
    .poll(() => tokens.said)
    .toEqual([expect.stringMatching(/ 1 token holds now; line 2 has none: a token has at least 16 /)])
})

test.each([
  ['has no token', '# none\n', /has no token: write one a line/],
  ['has something else', `${first}\nshort and secret\n`, /has no token in line 2: a token has at least 16 /],
])('a file that %s does not let the stack start', (_, text, fault) => {
  expect(() => keep(text)).toThrow(StartError)
  expect(() => keep(text)).toThrow(fault)
  expect(() => keep(text)).not.toThrow(/secret/)
})

test('a file that is not there does not let the stack start', () => {
  const start = () =>
    keepSenderTokens({ file: '/nowhere/tokens', copy: '/nowhere/copy', say: () => {} }, AbortSignal.abort())
  expect(start).toThrow(/^ERRATA_OTLP_TOKENS=\/nowhere\/tokens cannot be read \(ENOENT/)
})

function keep(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-tokens-'))
  const [file, copy] = [join(folder, 'tokens'), join(folder, 'copy')]
  writeFileSync(file, text)
  const stop = new AbortController()
  const said: string[] = []
  keepSenderTokens({ file, copy, say: line => said.push(line), everyMs: 20 }, stop.signal)
  const copied = () => readFileSync(copy, 'utf8').trim().split('\n')
  return {
    file,
    copy,
    said,
    copied,
    become: (wanted: readonly string[]) => poll(copied, found => found.join() === wanted.join()),
    [Symbol.dispose]: () => stop.abort(),
  }
}
